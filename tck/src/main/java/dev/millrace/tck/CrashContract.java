package dev.millrace.tck;

import static dev.millrace.tck.Capability.CRASH;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

import dev.millrace.Broker;

/** What a process that dies costs: deliveries of what it had in hand, and nothing else. */
public interface CrashContract extends Theme {

    @Assertion("DLV-1")
    @Requires(CRASH)
    default void messageInHandOfACrashedConsumerIsNotLost(Bench bench) {
        crashWith(bench, 5, "order");

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        bench.pass(bench.claimAfter());

        other.awaitEnded("order");
    }

    @Assertion("RTY-6")
    @Requires(CRASH)
    default void deliveryThatKilledItsProcessCounts(Bench bench) {
        crashWith(bench, 5, "order");

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        bench.pass(bench.claimAfter());

        assertThat(other.awaitEnded("order").deliveries()).isEqualTo(2);
    }

    @Assertion("RTY-6")
    @Requires(CRASH)
    default void messageThatUsedUpItsDeliveriesByKillingIsNotRunAgain(Bench bench) {
        crashWith(bench, 1, "order");

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), bench.options().maxDeliveries(1), other);
        bench.pass(bench.claimAfter());

        bench.awaitDeadLetters(1);
        bench.awaitMarker(other);
        assertThat(other.seen("order")).isEmpty();
    }

    @Assertion("RTY-6")
    @Requires(CRASH)
    default void messagesBehindTheOneThatKilledAreRun(Bench bench) {
        crashWith(bench, 2, "order", "next 1", "next 2", "next 3");

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), bench.options().maxDeliveries(2), other);
        bench.pass(bench.claimAfter());

        IntStream.rangeClosed(1, 3)
                .forEach(i -> assertThat(other.awaitEnded("next " + i).deliveries())
                        .describedAs("delivery of next %d", i)
                        .isLessThanOrEqualTo(2));
        assertThat(bench.broker().deadLetters(bench.topic()).count()).isZero();
    }

    @Assertion("RTY-1")
    @Requires(CRASH)
    default void gapOfADeadProcessRunsFromTheLastRenewalOfItsLease(Bench bench) {
        Duration gap = bench.claimAfter().multipliedBy(2);
        Gate gate = bench.gate();
        RecordingHandler dying = bench.handler().on("order", gate.holding());
        Broker crashed = bench.replica("dying");
        bench.consume(crashed, bench.options().retryAfter(gap), dying);
        bench.broker().publish(bench.topic(), "order");
        dying.awaitStarted("order");
        bench.crash(crashed);

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), bench.options().retryAfter(gap), other);
        bench.pass(bench.claimAfter());
        bench.awaitMarker(other);
        assertThat(other.seen("order")).isEmpty();
        bench.pass(gap);

        other.awaitEnded("order");
    }

    private static void crashWith(Bench bench, int maxDeliveries, String... texts) {
        Gate gate = bench.gate();
        RecordingHandler dying = bench.handler().otherwise(gate.holding());
        Broker crashed = bench.replica("dying");
        bench.consume(crashed, bench.options().maxDeliveries(maxDeliveries), dying);
        for (String text : texts) {
            bench.broker().publish(bench.topic(), text);
        }
        dying.awaitStarted(texts[0]);
        bench.crash(crashed);
    }
}
