package dev.millrace.benchmarks;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

import dev.millrace.BrokerMessage;
import dev.millrace.Delivery;
import dev.millrace.PayloadCodec;

/** The message that everything is measured with: 200 bytes of JSON and three headers, one of them a trace. */
public final class Sample {

    static final PayloadCodec CODEC = PayloadCodec.jsonb();

    static final Map<String, String> HEADERS = Map.of(
            "traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "tenant", "main",
            "source", "benchmark");

    static final Order ORDER = new Order("o-4711", "7f3c2a", "EUR", 1990, "x".repeat(130));

    static final byte[] PAYLOAD = CODEC.encode(ORDER);

    static final String TEXT = new String(PAYLOAD, StandardCharsets.UTF_8);

    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

    private Sample() {}

    /** The payload. */
    public record Order(String id, String customer, String currency, int cents, String note) {}

    /** Keeps what is logged at every start out of the results. */
    static void quieten() {
        Logger.getLogger("").setLevel(Level.WARNING);
    }

    static BrokerMessage message() {
        return BrokerMessage.builder("orders", PAYLOAD)
                .id("1767225600000-0")
                .headers(HEADERS)
                .publishedAt(AT)
                .codec(CODEC)
                .build();
    }

    /** A delivery that nobody settles. */
    static Delivery delivery() {
        BrokerMessage message = message();
        return new Delivery() {
            @Override
            public BrokerMessage message() {
                return message;
            }

            @Override
            public void ack() {}

            @Override
            public void retry() {}

            @Override
            public void retry(Duration after) {}
        };
    }
}
