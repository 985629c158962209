package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.millrace.DeadLetterHeaders;
import dev.millrace.DeliveryHandler;

/** What no further delivery can mend. */
public interface HopelessContract extends Theme {

    @Assertion("DLQ-4")
    default void payloadThatCannotBeDecodedIsADeadLetterAtOnce(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", delivery -> {
            delivery.message().json(MessagesContract.Order.class);
            return CompletableFuture.completedFuture(null);
        });
        bench.consume(bench.options().retryAfter(Duration.ofHours(1)), handler);

        bench.publish("order");

        assertThat(bench.awaitDeadLetters(1).get(0).message().headers())
                .containsEntry(DeadLetterHeaders.REASON, "payload")
                .containsEntry(DeadLetterHeaders.DELIVERIES, "1");
    }

    @Assertion("DLQ-4")
    default void listedExceptionIsADeadLetterAtOnceEvenAsACause(Bench bench) {
        RecordingHandler handler = bench.handler()
                .on("order", Reactions.throwing(() -> new IllegalStateException(new IOException("as the test asked"))));
        bench.consume(bench.options().retryAfter(Duration.ofHours(1)).deadLetterOn(Set.of(IOException.class)), handler);

        bench.publish("order");

        assertThat(bench.awaitDeadLetters(1).get(0).message().headers())
                .containsEntry(DeadLetterHeaders.REASON, "dead-letter-on")
                .containsEntry(DeadLetterHeaders.DELIVERIES, "1");
    }

    @Assertion("DLQ-4")
    default void failureOnADeadLetterTopicIsNeverCopiedAgain(Bench bench) {
        String dead = bench.topic() + Bench.DEAD;
        failForGood(bench, Reactions.throwing());
        RecordingHandler handler =
                bench.handler().on("order", Reactions.throwing(() -> new UnsupportedOperationException()));
        bench.consume(
                bench.broker(),
                dead,
                bench.options().maxDeliveries(1).deadLetterOn(Set.of(UnsupportedOperationException.class)),
                handler);
        handler.awaitEnded("order");
        bench.settle();

        RecordingHandler deader = bench.handler();
        bench.consume(bench.broker(), dead + Bench.DEAD, bench.options(), deader);
        bench.broker().publish(dead + Bench.DEAD, "marker");

        deader.awaitEnded("marker");
        assertThat(deader.texts()).containsExactly("marker");
    }

    @Assertion("DLQ-4")
    default void failureOnADeadLetterTopicIsTriedAgainAtTheCappedGap(Bench bench) {
        Duration gap = bench.gap().multipliedBy(32);
        failForGood(bench, Reactions.throwing());
        RecordingHandler handler = bench.handler().on("order", Reactions.throwingUpTo(1));
        bench.consume(
                bench.broker(),
                bench.topic() + Bench.DEAD,
                bench.options().maxDeliveries(1).retryAfter(bench.gap()),
                handler);
        Seen failed = handler.awaitEnded("order");

        bench.pass(gap);

        Seen next = handler.awaitEnded("order", 2);
        assertThat(Duration.between(failed.endedAt().orElseThrow(), next.startedAt()))
                .isGreaterThanOrEqualTo(Bench.atLeast(gap));
    }

    @Assertion("DLQ-5")
    default void entryDeletedWhilePendingIsSkippedWithOneLogLine(Bench bench) {
        String dead = bench.topic() + Bench.DEAD;
        failForGood(bench, Reactions.throwing());
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.broker(), dead, bench.options(), handler);
        String id = handler.awaitEnded("order").message().id();
        bench.settle();
        CapturedLog log = bench.log();
        bench.broker().deadLetters(bench.topic()).purge(id);

        bench.pass(bench.gap().multipliedBy(33));

        bench.broker().publish(dead, "marker");
        handler.awaitEnded("marker");
        assertThat(handler.seen("order")).hasSize(1);
        assertThat(log.lines(dead, id)).hasSize(1);
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
