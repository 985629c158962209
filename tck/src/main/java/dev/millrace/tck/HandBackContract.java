package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

import dev.millrace.Broker;
import dev.millrace.Subscription;

/** What a consumer that stops leaves to the others of its group, however long their claim time is. */
public interface HandBackContract extends Theme {

    @Assertion("DRN-4")
    default void whatWasNotStartedIsHandedBackUncountedAndAtOnce(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ofHours(1)));
        Gate gate = bench.gate();
        RecordingHandler busy = bench.handler().otherwise(gate.holding());
        Subscription stopping = bench.consume(bench.replica("one"), busy);
        bench.publish("order 0");
        busy.awaitStarted("order 0");
        IntStream.rangeClosed(1, 20).forEach(i -> bench.publish("order " + i));

        stopping.close();

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        other.awaitEnded(20);
        assertThat(other.seen()).extracting(Seen::deliveries).containsOnly(1);
        assertThat(other.texts()).doesNotContain("order 0");
    }

    @Assertion("DRN-4")
    default void waitingRetryPassesToAnotherMemberWithItsClock(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ofHours(1)));
        RecordingHandler failing = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.replica("one"), failing);
        bench.publish("order");
        Seen failed = failing.awaitEnded("order");
        bench.close(bench.replica("one"));

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        bench.awaitMarker(other);
        bench.pass(bench.gap());

        Seen next = other.awaitEnded("order");
        assertThat(next.deliveries()).isEqualTo(2);
        assertThat(Duration.between(failed.endedAt().orElseThrow(), next.startedAt()))
                .isGreaterThanOrEqualTo(Bench.atLeast(bench.gap()));
    }

    @Assertion("DRN-4")
    default void waitingRetryIsTakenUpByAMemberThatWasThereBefore(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ofHours(1)));
        RecordingHandler failing = bench.handler().otherwise(Reactions.throwing());
        Broker stopping = bench.replica("one");
        bench.consume(stopping, failing);
        bench.publish("order");
        failing.awaitEnded("order");
        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        bench.close(stopping);

        bench.pass(bench.gap());

        assertThat(other.awaitEnded("order").deliveries()).isEqualTo(2);
    }
}
