package dev.millrace.tck;

import static dev.millrace.tck.Capability.STEPPED_TIME;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import dev.millrace.Broker;
import dev.millrace.RetryPolicy;

/** When a failed message is tried again, and how often. */
public interface RetryContract extends Theme {

    @Assertion("RTY-1")
    default void gapDoublesWithEachFailure(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(4), handler);

        bench.publish("order");

        assertGaps(bench, handler, List.of(1, 2, 4));
    }

    @Assertion("RTY-1")
    @Requires(STEPPED_TIME)
    default void gapGrowsToThirtyTwoTimesTheFirst(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(8), handler);

        bench.publish("order");

        assertGaps(bench, handler, List.of(1, 2, 4, 8, 16, 32, 32));
    }

    /** Each delivery after the first comes no earlier than its gap after the failure before, and soon after it. */
    private static void assertGaps(Bench bench, RecordingHandler handler, List<Integer> gaps) {
        for (int n = 1; n <= gaps.size(); n++) {
            Duration gap = bench.gap().multipliedBy(gaps.get(n - 1));
            Seen failed = handler.awaitEnded("order", n);
            bench.pass(gap.minusMillis(1));
            bench.awaitMarker(handler);
            bench.pass(Duration.ofMillis(1));
            Seen next = handler.awaitEnded("order", n + 1);
            assertThat(Duration.between(failed.endedAt().orElseThrow(), next.startedAt()))
                    .describedAs("gap after delivery %d", n)
                    .isGreaterThanOrEqualTo(Bench.atLeast(gap));
        }
    }

    @Assertion("RTY-1")
    default void gapRunsFromTheFailureAndNotFromTheDelivery(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler()
                .on(
                        message -> message.deliveries() == 1 && message.text().equals("order"),
                        gate.holdingThen(Reactions.throwing()));
        bench.consume(handler);
        bench.publish("order");
        handler.awaitStarted("order");
        bench.pass(bench.gap().multipliedBy(2));
        gate.open();
        Seen failed = handler.awaitEnded("order");
        bench.settle();
        bench.awaitMarker(handler);

        bench.pass(bench.gap());

        Seen next = handler.awaitEnded("order", 2);
        assertThat(Duration.between(failed.endedAt().orElseThrow(), next.startedAt()))
                .isGreaterThanOrEqualTo(Bench.atLeast(bench.gap()));
    }

    @Assertion({"RTY-1", "OPT-1"})
    default void handlersOwnGapGoesBeforeTheBrokers(Bench bench) {
        bench.config(bench.config().retryPolicy(new RetryPolicy(5, Duration.ofHours(1))));
        RecordingHandler handler = bench.handler().on("order", Reactions.throwingUpTo(1));
        bench.consume(bench.options().retryAfter(bench.gap()), handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.pass(bench.gap());

        handler.awaitEnded("order", 2);
    }

    @Assertion("RTY-1")
    default void brokersGapHoldsWhereTheHandlerNamesNone(Bench bench) {
        bench.config(bench.config().retryPolicy(new RetryPolicy(5, Duration.ofHours(1))));
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.pass(bench.gap().multipliedBy(2));

        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).hasSize(1);
    }

    @Assertion("RTY-1")
    default void eachReplicaGoesByItsOwnGap(Bench bench) {
        RecordingHandler failing = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.replica("one"), bench.options().retryAfter(Duration.ofHours(1)), failing);
        bench.publish("order");
        failing.awaitEnded("order");
        bench.close(bench.replica("one"));
        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), bench.options().retryAfter(bench.gap()), other);

        bench.pass(bench.gap());

        other.awaitEnded("order");
    }

    @Assertion("RTY-2")
    default void restartedConsumerGoesOnWithTheSameSchedule(Bench bench) {
        RecordingHandler before = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.replica("one"), before);
        bench.publish("order");
        Seen failed = before.awaitEnded("order");
        bench.close(bench.replica("one"));

        RecordingHandler after = bench.handler();
        bench.consume(bench.replica("one"), after);
        bench.pass(bench.gap().dividedBy(2));
        bench.awaitMarker(after);
        bench.awaitMarker(after);
        bench.pass(bench.gap().dividedBy(2));

        Seen next = after.awaitEnded("order");
        assertThat(next.deliveries()).isEqualTo(2);
        assertThat(Duration.between(failed.endedAt().orElseThrow(), next.startedAt()))
                .isGreaterThanOrEqualTo(Bench.atLeast(bench.gap()));
    }

    @Assertion("RTY-2")
    default void restartsUseUpNoDeliveries(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwingUpTo(1));
        bench.consume(bench.replica("one"), handler);
        bench.publish("order");
        handler.awaitEnded("order");

        for (int restart = 0; restart < 6; restart++) {
            bench.close(bench.replica("one"));
            bench.consume(bench.replica("one"), handler);
            bench.awaitMarker(handler);
        }
        bench.pass(bench.gap());

        assertThat(handler.awaitEnded("order", 2).deliveries()).isEqualTo(2);
    }

    @Assertion("RTY-3")
    default void retryIsNeverEarly(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwingUpTo(1));
        bench.consume(handler);
        bench.publish("order");
        Seen failed = handler.awaitEnded("order");

        bench.pass(bench.gap().dividedBy(2));
        bench.awaitMarker(handler);
        bench.awaitMarker(handler);
        bench.pass(bench.gap().dividedBy(2));

        assertThat(Duration.between(
                        failed.endedAt().orElseThrow(),
                        handler.awaitEnded("order", 2).startedAt()))
                .isGreaterThanOrEqualTo(Bench.atLeast(bench.gap()));
    }

    @Assertion("RTY-3")
    default void dueRetryGetsItsTurnUnderConstantLoad(Bench bench) {
        AtomicBoolean enough = new AtomicBoolean();
        Broker broker = bench.broker();
        RecordingHandler handler = bench.handler()
                .on("order", Reactions.throwingUpTo(1))
                // Each message handled brings another, so that the topic is never empty.
                .on("load", delivery -> {
                    if (!enough.get()) {
                        broker.publish(bench.topic(), "load");
                    }
                    return CompletableFuture.completedFuture(null);
                });
        bench.consume(handler);
        bench.publish("order");
        handler.awaitEnded("order");
        bench.settle();
        IntStream.range(0, 20).forEach(i -> bench.publish("load"));
        handler.awaitEnded("load", 20);

        bench.harness().advance(bench.gap());

        handler.awaitEnded("order", 2);
        enough.set(true);
    }
}
