package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetterHeaders;
import dev.millrace.DeliveryHandler;
import dev.millrace.OutgoingMessage;

/** What becomes of a message that a group gives up on. */
public interface DeadLettersContract extends Theme {

    @Assertion("DLQ-1")
    default void exhaustedMessageIsCopiedToTheDeadLetterTopicOnce(Bench bench) {
        failForGood(bench, Reactions.throwing());
        RecordingHandler dead = bench.handler();

        bench.consume(bench.broker(), bench.topic() + Bench.DEAD, bench.options(), dead);

        dead.awaitEnded("order");
        bench.pass(bench.claimAfter().multipliedBy(2));
        assertThat(dead.texts()).containsExactly("order");
    }

    @Assertion("DLQ-1")
    default void deadMessageIsAcked(Bench bench) {
        failForGood(bench, Reactions.throwing());
        bench.close(bench.broker());

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        bench.pass(bench.claimAfter().multipliedBy(2));

        bench.awaitMarker(other);
        assertThat(other.seen("order")).isEmpty();
    }

    @Assertion("DLQ-1")
    default void eachGroupGivesUpForItself(Bench bench) {
        RecordingHandler billing = bench.handler().on("order", Reactions.throwing());
        RecordingHandler shipping = bench.handler().on("order", Reactions.throwingUpTo(1));
        bench.consume(ConsumerOptions.group("billing").maxDeliveries(1), billing);
        bench.consume(ConsumerOptions.group("shipping"), shipping);
        bench.publish("order");
        billing.awaitEnded("order");
        shipping.awaitEnded("order");

        bench.pass(bench.gap());

        shipping.awaitEnded("order", 2);
    }

    @Assertion("DLQ-2")
    default void copyKeepsPayloadEventAndHeaders(Bench bench) {
        byte[] bytes = {'a', (byte) 0xC3, (byte) 0x28, 0, (byte) 0xFF};
        RecordingHandler handler = bench.handler().otherwise(Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(1), handler);

        bench.publish(OutgoingMessage.to(bench.topic(), bytes).event("placed").header("tenant", "Zoë\r\n"));

        BrokerMessage copy = bench.awaitDeadLetters(1).get(0).message();
        assertThat(copy.payload()).isEqualTo(bytes);
        assertThat(copy.event()).contains("placed");
        assertThat(copy.header("tenant")).contains("Zoë\r\n");
    }

    @Assertion("DLQ-2")
    default void copySaysWhatHappened(Bench bench) {
        Instant before = bench.now().minusMillis(2);
        RecordingHandler handler =
                bench.handler().on("order", Reactions.throwing(() -> new IllegalStateException("no such account")));
        bench.consume(bench.options().maxDeliveries(2).retryAfter(Duration.ZERO), handler);

        String id = bench.publish("order");

        Map<String, String> headers = bench.awaitDeadLetters(1).get(0).message().headers();
        assertThat(headers)
                .containsEntry(DeadLetterHeaders.REASON, "max-deliveries")
                .containsEntry(DeadLetterHeaders.TOPIC, bench.topic())
                .containsEntry(DeadLetterHeaders.GROUP, Bench.GROUP)
                .containsEntry(DeadLetterHeaders.ID, id)
                .hasEntrySatisfying(
                        DeadLetterHeaders.CONSUMER, name -> assertThat(name).startsWith("one"))
                .containsEntry(DeadLetterHeaders.DELIVERIES, "2")
                .containsEntry(DeadLetterHeaders.EXCEPTION, IllegalStateException.class.getName())
                .containsEntry(DeadLetterHeaders.MESSAGE, "no such account");
        assertThat(Instant.parse(headers.getOrDefault(DeadLetterHeaders.AT, "missing")))
                .isBetween(before, bench.now().plusMillis(2));
    }

    @Assertion("DLQ-2")
    default void exceptionMessageIsCutToOneKibibyte(Bench bench) {
        failForGood(bench, Reactions.throwing(() -> new IllegalStateException("x" + "ü".repeat(5000))));

        String message = bench.awaitDeadLetters(1)
                .get(0)
                .message()
                .header(DeadLetterHeaders.MESSAGE)
                .orElseThrow();
        assertThat(message.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(1000, 1024);
        assertThat(message).matches("xü+");
    }

    @Assertion("DLQ-3")
    default void lastFailureIsNotFollowedByABackOff(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(1).retryAfter(Duration.ofHours(1)), handler);

        bench.publish("order");

        bench.awaitDeadLetters(1);
    }

    /** Publishes "order" and lets its one allowed delivery fail. */
    private static void failForGood(Bench bench, DeliveryHandler reaction) {
        RecordingHandler handler = bench.handler().on("order", reaction);
        bench.consume(bench.options().maxDeliveries(1), handler);
        bench.publish("order");
        handler.awaitEnded("order");
        bench.settle();
    }
}
