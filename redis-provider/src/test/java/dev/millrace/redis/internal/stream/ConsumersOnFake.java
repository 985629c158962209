package dev.millrace.redis.internal.stream;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.millrace.BrokerMessage;
import dev.millrace.Codecs;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.PayloadCodec;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import dev.millrace.redis.fixture.Eventually;
import org.junit.jupiter.api.AfterEach;

/** A consumer on the fake: deliveries come without waiting, since its gaps are zero. */
abstract class ConsumersOnFake {

    static final String TOPIC = "orders";
    private static final String MARKER = "marker";
    static final StreamGroup GROUP = new StreamGroup(TOPIC, "billing");

    final FakeStreams streams = new FakeStreams();
    final TopicKeys keys = new TopicKeys("", ".dead");
    final BlockingQueue<BrokerMessage> seen = new LinkedBlockingQueue<>();
    final Consumers consumers = new Consumers(
            streams,
            keys,
            Endpoint.of(URI.create("redis://localhost:6379")),
            Codecs.everywhere(PayloadCodec.jsonb()),
            new Consumers.Rules(
                    Optional.empty(),
                    new RetryPolicy(3, Duration.ZERO),
                    Duration.ofSeconds(60),
                    Duration.ofMillis(20),
                    100,
                    new Trimming(streams, keys, topic -> Retention.DEFAULT)));

    @AfterEach
    void close() {
        Subscription.drain(consumers.subscriptions(), Duration.ofSeconds(5));
        consumers.close();
        streams.close();
    }

    Subscription consume(ConsumerOptions options, DeliveryHandler handler) {
        return consumers.consume(TOPIC, options, handler);
    }

    Subscription consume(DeliveryHandler handler) {
        return consume(ConsumerOptions.group("billing"), handler);
    }

    static final DeliveryHandler DONE = delivery -> CompletableFuture.completedFuture(null);

    DeliveryHandler recordingThen(DeliveryHandler next) {
        return delivery -> {
            seen.add(delivery.message());
            return next.handle(delivery);
        };
    }

    static DeliveryHandler failingUpTo(int deliveries) {
        return delivery -> {
            BrokerMessage message = delivery.message();
            if (message.deliveries() <= deliveries && !message.text().equals(MARKER)) {
                throw new IllegalStateException("not yet");
            }
            return CompletableFuture.completedFuture(null);
        };
    }

    String publish(String... namesAndValues) {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i], namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return streams.add(TOPIC, fields);
    }

    /** Time of the fake goes on only here and in {@link #awaitNext}, and slower than that of the consumer. */
    void awaitAllDone() {
        Eventually.await("all read and nothing pending", () -> {
            streams.advance(Duration.ofMillis(5));
            return streams.isDone(GROUP);
        });
    }

    BrokerMessage next() throws InterruptedException {
        return awaitNext().orElseThrow(() -> new AssertionError("no delivery came"));
    }

    Optional<BrokerMessage> awaitNext() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            streams.advance(Duration.ofMillis(5));
            BrokerMessage message = seen.poll(10, TimeUnit.MILLISECONDS);
            if (message != null) {
                return Optional.of(message);
            }
        }
        return Optional.empty();
    }

    /** The deliveries of what was handled before a marker was, which is published now. */
    List<Integer> deliveriesUntilMarker() throws InterruptedException {
        awaitAllDone();
        publish("payload", MARKER);
        List<Integer> deliveries = new ArrayList<>();
        for (BrokerMessage message = next(); !message.text().equals(MARKER); message = next()) {
            deliveries.add(message.deliveries());
        }
        return deliveries;
    }

    Map<String, Long> pending() {
        return streams.backlogs(GROUP.name(), List.of(TOPIC)).get(TOPIC).counts();
    }

    List<StreamEntry> dead() {
        return streams.range(TOPIC + ".dead", "-", "+", 10);
    }

    static String header(StreamEntry entry, String name) {
        return HeaderJson.read(entry.fields().get("headers")).get(name);
    }
}
