package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.millrace.Broker;
import dev.millrace.DeliveryHandler;
import org.jspecify.annotations.Nullable;

/** When a message counts as handled, and what one message may do to others. */
public interface DeliveryContract extends Theme {

    @Assertion("DLV-1")
    default void throwingHandlerLeavesTheEntryPending(Bench bench) {
        assertComesAgain(bench, Reactions.throwing());
    }

    @Assertion("DLV-1")
    default void errorLeavesTheEntryPendingAndTheConsumerAlive(Bench bench) {
        assertComesAgain(bench, Reactions.throwing(() -> new StackOverflowError("as the test asked")));
    }

    @Assertion("DLV-1")
    default void failedStageLeavesTheEntryPending(Bench bench) {
        assertComesAgain(
                bench, delivery -> CompletableFuture.failedFuture(new IllegalStateException("as the test asked")));
    }

    @Assertion("DLV-1")
    @SuppressWarnings("NullAway")
    default void missingStageLeavesTheEntryPending(Bench bench) {
        assertComesAgain(bench, delivery -> null);
    }

    private static void assertComesAgain(Bench bench, DeliveryHandler failing) {
        RecordingHandler handler = bench.handler()
                .on(message -> message.deliveries() == 1 && message.text().equals("order"), failing);
        bench.consume(handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.pass(bench.gap());

        assertThat(handler.awaitEnded("order", 2).deliveries()).isEqualTo(2);
    }

    @Assertion("DLV-1")
    default void entryIsNotAckedWhileItsHandlerRuns(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order", gate.holding());
        bench.config(bench.config().shutdownTimeout(Duration.ZERO));
        Broker first = bench.replica("one");
        bench.consume(first, slow);
        bench.publish("order");
        slow.awaitStarted("order");
        bench.close(first);

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        bench.pass(bench.claimAfter());

        other.awaitEnded("order");
    }

    @Assertion("DLV-1")
    default void entryIsNotAckedBeforeItsStageCompletes(Bench bench) {
        CompletableFuture<@Nullable Void> stage = new CompletableFuture<>();
        RecordingHandler slow = bench.handler().on("order", delivery -> stage);
        bench.consume(slow);
        bench.publish("order");
        slow.awaitStarted("order");

        stage.completeExceptionally(new IllegalStateException("as the test asked"));
        slow.awaitEnded("order");
        bench.pass(bench.gap());

        slow.awaitStarted("order", 2);
    }

    @Assertion("DLV-1")
    default void handledMessageIsNotDeliveredAgain(Bench bench) {
        RecordingHandler before = bench.handler();
        bench.consume(bench.replica("one"), before);
        bench.publish("order");
        before.awaitEnded("order");
        bench.close(bench.replica("one"));

        RecordingHandler after = bench.handler();
        bench.consume(bench.replica("one"), after);
        bench.pass(bench.claimAfter().multipliedBy(2));

        bench.awaitMarker(after);
        assertThat(after.seen("order")).isEmpty();
    }

    @Assertion("DLV-6")
    default void failedDeliveryIsLoggedOnceWithWhatBecomesOfIt(Bench bench) {
        CapturedLog log = bench.log();
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().retryAfter(Duration.ofHours(1)), handler);

        String id = bench.publish("order");

        handler.awaitEnded("order");
        bench.settle();
        assertThat(log.warnings(bench.topic(), id))
                .singleElement()
                .asString()
                .contains(Bench.GROUP, "1 of 5", "as the test asked");
    }
}
