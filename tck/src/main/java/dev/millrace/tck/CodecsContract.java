package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetter;
import dev.millrace.OutgoingMessage;
import dev.millrace.PayloadCodec;
import dev.millrace.PayloadException;

/** A payload says what it is, and is read as that or not at all. */
public interface CodecsContract extends Theme {

    /** A payload for the codec. */
    record Reading(String sensor, int value) {}

    @Assertion("MSG-4")
    default void whatTheCodecEncodedIsMarkedWithItsContentType(Bench bench) {
        BrokerMessage message = received(bench, OutgoingMessage.to(bench.topic(), new Reading("a", 1)));

        assertThat(message.header(PayloadCodec.CONTENT_TYPE)).contains("application/json");
    }

    @Assertion("MSG-4")
    default void textIsNotMarkedWhereTheCodecReadsText(Bench bench) {
        BrokerMessage message = received(bench, OutgoingMessage.to(bench.topic(), "hello"));

        assertThat(message.headers()).isEmpty();
    }

    @Assertion("MSG-4")
    default void bytesAreNotMarked(Bench bench) {
        BrokerMessage message = received(bench, OutgoingMessage.to(bench.topic(), new byte[] {1, 2}));

        assertThat(message.headers()).isEmpty();
    }

    @Assertion("MSG-4")
    default void contentTypeOfThePublisherIsKept(Bench bench) {
        BrokerMessage message = received(
                bench,
                OutgoingMessage.to(bench.topic(), new Reading("a", 1)).header("Content-Type", "application/x-a+json"));

        assertThat(message.headers()).hasSize(1).containsEntry("Content-Type", "application/x-a+json");
        assertThat(message.json(Reading.class)).isEqualTo(new Reading("a", 1));
    }

    @Assertion("MSG-4")
    default void jsonReadsTextAndWhatIsNotMarked(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        String json = "{\"sensor\":\"a\",\"value\":1}";
        bench.publish(OutgoingMessage.to(bench.topic(), json));
        bench.publish(OutgoingMessage.to(bench.topic(), json.getBytes(StandardCharsets.UTF_8)));
        bench.publish(
                OutgoingMessage.to(bench.topic(), json).header(PayloadCodec.CONTENT_TYPE, "text/json; charset=utf-8"));

        assertThat(handler.awaitEnded(3))
                .allSatisfy(
                        seen -> assertThat(seen.message().json(Reading.class)).isEqualTo(new Reading("a", 1)));
    }

    @Assertion("MSG-4")
    default void payloadOfAnotherBinaryCodecIsNotDecoded(Bench bench) {
        BrokerMessage message = received(bench, foreign(bench));

        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> message.json(Integer.class))
                .withMessageContainingAll("application/cbor", "application/json");
        assertThat(message.payload()).containsExactly('5');
    }

    @Assertion("MSG-4")
    default void mismatchIsADeadLetterAtOnceAndNamesBothCodecs(Bench bench) {
        bench.consume(bench.broker(), bench.topic(), ConsumerOptions.group(Bench.GROUP), delivery -> {
            delivery.message().json(Integer.class);
            return CompletableFuture.completedFuture(null);
        });
        bench.publish(foreign(bench));
        bench.awaitDeadLetters(1);

        DeadLetter letter = bench.broker().deadLetters(bench.topic()).list(1).get(0);
        assertThat(letter.reason()).isEqualTo(DeadLetter.Reason.PAYLOAD);
        assertThat(letter.deliveries()).isEqualTo(1);
        assertThat(letter.exceptionMessage().orElseThrow()).contains("application/cbor", "application/json");
        assertThat(letter.message().headers()).containsEntry(PayloadCodec.CONTENT_TYPE, "application/cbor");
    }

    /** A number to JSON, were it taken for JSON. */
    private static OutgoingMessage foreign(Bench bench) {
        return OutgoingMessage.to(bench.topic(), new byte[] {'5'})
                .header(PayloadCodec.CONTENT_TYPE, "application/cbor");
    }

    private static BrokerMessage received(Bench bench, OutgoingMessage message) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.publish(message);
        return handler.awaitEnded(1).get(0).message();
    }
}
