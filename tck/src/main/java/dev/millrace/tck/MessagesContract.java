package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.millrace.BrokerMessage;
import dev.millrace.OutgoingMessage;
import dev.millrace.PayloadException;
import dev.millrace.TypeToken;

/** What arrives is what was sent. */
public interface MessagesContract extends Theme {

    /** A payload for the codec. */
    record Order(String customer, int amount) {}

    @Assertion("PUB-5")
    default void headersArriveExactlyAsSent(Bench bench) {
        Map<String, String> headers = Map.of(
                "plain", "value",
                "Case-Kept", "Case-Kept",
                "empty value", "",
                "", "empty name",
                "line breaks", "a\r\nb: c\n\n",
                "name\r\nwith: break", "x",
                "ünïcödé 名前 🚚", "Zoë 注文 🎉 \u0000",
                "long", "x".repeat(1 << 20),
                "json", "{\"a\":[\"\\\"\"]}");

        BrokerMessage message =
                sent(bench, OutgoingMessage.to(bench.topic(), "order").headers(headers));

        assertThat(message.headers()).isEqualTo(headers);
    }

    @Assertion("PUB-6")
    default void everyByteArrivesUnchanged(Bench bench) {
        byte[] bytes = new byte[256];
        IntStream.range(0, bytes.length).forEach(i -> bytes[i] = (byte) i);

        assertThat(sent(bench, OutgoingMessage.to(bench.topic(), bytes)).payload())
                .isEqualTo(bytes);
    }

    @Assertion("PUB-6")
    default void emptyPayloadArrivesEmpty(Bench bench) {
        BrokerMessage message = sent(bench, OutgoingMessage.to(bench.topic(), new byte[0]));

        assertThat(message.payload()).isEmpty();
    }

    @Assertion("PUB-6")
    default void sixteenMegabytesArriveUnchanged(Bench bench) {
        byte[] bytes = new byte[16 << 20];
        IntStream.range(0, bytes.length).forEach(i -> bytes[i] = (byte) (i * 31 + (i >>> 8)));

        assertThat(sent(bench, OutgoingMessage.to(bench.topic(), bytes)).payload())
                .isEqualTo(bytes);
    }

    @Assertion("PUB-6")
    default void textArrivesUnchanged(Bench bench) {
        String text = "Zoë Ångström, 東京, 🎉";

        assertThat(sent(bench, OutgoingMessage.to(bench.topic(), text)).text()).isEqualTo(text);
    }

    @Assertion("MSG-1")
    default void messageTellsItsTopicEventAndDelivery(Bench bench) {
        BrokerMessage message =
                sent(bench, OutgoingMessage.to(bench.topic(), "order").event("placed"));

        assertThat(message.topic()).isEqualTo(bench.topic());
        assertThat(message.event()).contains("placed");
        assertThat(message.deliveries()).isEqualTo(1);
    }

    @Assertion("MSG-1")
    default void whatWasNotSentIsAbsent(Bench bench) {
        BrokerMessage message = sent(bench, OutgoingMessage.to(bench.topic(), "order"));

        assertThat(message.event()).isEmpty();
        assertThat(message.header("tenant")).isEmpty();
        assertThat(message.headers()).isEmpty();
    }

    @Assertion("MSG-1")
    default void publishedAtIsWhenItWasPublished(Bench bench) {
        Instant before = bench.now().minusMillis(2);

        BrokerMessage message = sent(bench, OutgoingMessage.to(bench.topic(), "order"));

        assertThat(message.publishedAt()).isBetween(before, bench.now().plusMillis(2));
    }

    @Assertion("MSG-1")
    default void messageCannotBeChanged(Bench bench) {
        BrokerMessage message =
                sent(bench, OutgoingMessage.to(bench.topic(), "order").header("tenant", "main"));

        message.payload()[0] = 'X';

        assertThat(message.text()).isEqualTo("order");
        assertThatThrownBy(() -> message.headers().put("tenant", "other"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Assertion("MSG-1")
    default void payloadChangedAfterPublishingDoesNotChangeTheMessage(Bench bench) {
        byte[] bytes = {'o', 'r', 'd', 'e', 'r'};
        bench.publish(OutgoingMessage.to(bench.topic(), bytes));
        bytes[0] = 'X';

        RecordingHandler handler = bench.handler();
        bench.consume(handler);

        assertThat(handler.awaitEnded(1).get(0).text()).isEqualTo("order");
    }

    @Assertion("MSG-2")
    default void jsonDecodesWhatTheCodecEncoded(Bench bench) {
        Order order = new Order("Zoë", 42);

        BrokerMessage message = sent(bench, OutgoingMessage.to(bench.topic(), order));

        assertThat(message.json(Order.class)).isEqualTo(order);
    }

    @Assertion("MSG-2")
    default void jsonDecodesGenericTypes(Bench bench) {
        List<Order> orders = List.of(new Order("Zoë", 42), new Order("Åsa", 7));

        BrokerMessage message = sent(bench, OutgoingMessage.to(bench.topic(), orders));

        assertThat(message.json(new TypeToken<List<Order>>() {})).isEqualTo(orders);
    }

    @Assertion("MSG-2")
    default void payloadThatDoesNotFitThrows(Bench bench) {
        BrokerMessage message = sent(bench, OutgoingMessage.to(bench.topic(), "{\"amount\":\"many\"}"));

        assertThatExceptionOfType(PayloadException.class).isThrownBy(() -> message.json(Order.class));
    }

    @Assertion("MSG-2")
    default void textOfIllFormedUtf8ThrowsAndItsBytesStayReadable(Bench bench) {
        byte[] bytes = {'a', (byte) 0xC3, (byte) 0x28, (byte) 0xFF};

        BrokerMessage message = sent(bench, OutgoingMessage.to(bench.topic(), bytes));

        assertThatExceptionOfType(PayloadException.class).isThrownBy(message::text);
        assertThat(message.payload()).isEqualTo(bytes);
    }

    @Assertion("MSG-3")
    default void messagePublishedAgainHasAnotherId(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);

        bench.publish("order", "order");

        handler.awaitEnded("order", 2);
        assertThat(handler.seen()).extracting(seen -> seen.message().id()).doesNotHaveDuplicates();
    }

    private static BrokerMessage sent(Bench bench, OutgoingMessage message) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.publish(message);
        return handler.awaitEnded(1).get(0).message();
    }
}
