package dev.millrace.tck;

import static dev.millrace.tck.Capability.CRASH;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;

/** When one consumer may take what another has, and when it must not. */
public interface ClaimsContract extends Theme {

    @Assertion("CLM-1")
    @Requires(CRASH)
    default void entryOfADeadConsumerIsTakenOverAfterTheClaimTime(Bench bench) {
        Seen lost = crashHolding(bench);
        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);

        bench.pass(bench.claimAfter().dividedBy(2));
        bench.awaitMarker(other);
        bench.pass(bench.claimAfter().dividedBy(2));

        assertThat(Duration.between(lost.startedAt(), other.awaitEnded("order").startedAt()))
                .isGreaterThanOrEqualTo(Bench.atLeast(bench.claimAfter()));
    }

    @Assertion("CLM-1")
    @Requires(CRASH)
    default void entryIsTakenOverByExactlyOne(Bench bench) {
        crashHolding(bench);
        RecordingHandler one = bench.handler();
        RecordingHandler two = bench.handler();
        bench.consume(bench.replica("two"), one);
        bench.consume(bench.replica("three"), two);

        bench.pass(bench.claimAfter());
        one.await("the order here or in " + two, () -> count(one, two) > 0);
        bench.pass(bench.claimAfter());

        bench.awaitMarker(one, two);
        assertThat(count(one, two)).isEqualTo(1);
    }

    @Assertion("CLM-1")
    @Requires(CRASH)
    default void failedEntryOfADeadConsumerWaitsForItsGapIfThatIsLonger(Bench bench) {
        Duration gap = bench.claimAfter().multipliedBy(2);
        RecordingHandler dying = bench.handler().on("order", Reactions.throwing());
        Broker crashed = bench.replica("dying");
        bench.consume(crashed, bench.options().retryAfter(gap), dying);
        bench.publish("order");
        Seen failed = dying.awaitEnded("order");
        bench.settle();
        bench.crash(crashed);
        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), bench.options().retryAfter(gap), other);

        bench.pass(bench.claimAfter());
        bench.awaitMarker(other);
        bench.pass(gap.minus(bench.claimAfter()));

        assertThat(Duration.between(
                        failed.endedAt().orElseThrow(),
                        other.awaitEnded("order").startedAt()))
                .isGreaterThanOrEqualTo(Bench.atLeast(gap));
    }

    @Assertion("CLM-1")
    @Requires(CRASH)
    default void nothingIsTakenOverWhereClaimingIsTurnedOff(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ZERO));
        crashHolding(bench);
        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);

        bench.pass(bench.claimAfter().multipliedBy(2));

        bench.awaitMarker(other);
        assertThat(other.seen("order")).isEmpty();
    }

    @Assertion("CLM-1")
    default void ownRetriesGoOnWhereClaimingIsTurnedOff(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ZERO));
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(2), handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.pass(bench.gap());

        handler.awaitEnded("order", 2);
        bench.awaitDeadLetters(1);
    }

    @Assertion("CLM-2")
    default void slowHandlerIsNotRunTwiceHoweverLongItTakes(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order", gate.holding());
        bench.consume(bench.replica("one"), bench.options().concurrency(2), slow);
        bench.publish("order");
        slow.awaitStarted("order");
        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);

        bench.pass(bench.claimAfter().multipliedBy(3));
        bench.awaitMarker(slow, other);
        assertThat(count(slow, other)).isEqualTo(1);
        gate.open();
        bench.pass(bench.claimAfter());

        bench.awaitMarker(slow, other);
        assertThat(count(slow, other)).isEqualTo(1);
    }

    @Assertion("CLM-2")
    default void handlerThatRunsLongerThanTheClaimTimeIsReportedOnceWithItsStack(Bench bench) {
        CapturedLog log = bench.log();
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order", gate.holding());
        bench.consume(slow);
        String id = bench.publish("order");
        slow.awaitStarted("order");

        bench.pass(bench.claimAfter().multipliedBy(3));

        assertThat(log.warnings(bench.topic(), id)).singleElement().asString().contains(Gate.class.getName());
    }

    @Assertion("CLM-2")
    default void leaseIsRenewedNoLongerThanTheMaximumRuntime(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order", gate.holding());
        RecordingHandler other = bench.handler();
        loseToAnother(bench, slow, other);

        other.awaitEnded("order");
    }

    @Assertion("CLM-3")
    default void lateFailureOfAFormerOwnerChangesNothing(Bench bench) {
        Gate late = bench.gate();
        Gate gate = bench.gate();
        // Listed as hopeless: were it counted, the message would become a dead letter at once.
        RecordingHandler slow = bench.handler()
                .on("order", late.holdingThen(Reactions.throwing(() -> new UnsupportedOperationException("late"))));
        RecordingHandler other = bench.handler().on("order", gate.holding());
        loseToAnother(bench, slow, other);
        other.awaitStarted("order");
        CapturedLog log = bench.log();

        late.open();
        Seen failed = slow.awaitEnded("order");
        bench.pass(bench.gap());
        gate.open();
        other.awaitEnded("order");
        bench.pass(bench.claimAfter());

        bench.awaitMarker(slow, other);
        assertThat(count(slow, other)).isEqualTo(2);
        assertThat(bench.broker().deadLetters(bench.topic()).count()).isZero();
        assertThat(log.lines(bench.topic(), failed.message().id())).isNotEmpty();
    }

    @Assertion("CLM-3")
    default void lateSuccessIsAckedSinceTheWorkWasDone(Bench bench) {
        Gate late = bench.gate();
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order", late.holding());
        RecordingHandler other = bench.handler().on("order", gate.holdingThen(Reactions.throwing()));
        loseToAnother(bench, slow, other);
        other.awaitStarted("order");

        late.open();
        slow.awaitEnded("order");
        bench.settle();
        gate.open();
        other.awaitEnded("order");
        bench.pass(bench.claimAfter().multipliedBy(2));

        bench.awaitMarker(slow, other);
        assertThat(count(slow, other)).isEqualTo(2);
    }

    /** One member holds the message until its lease, limited, has run out, and another has taken it over. */
    private static void loseToAnother(Bench bench, RecordingHandler slow, RecordingHandler other) {
        ConsumerOptions options = bench.options().deadLetterOn(Set.of(UnsupportedOperationException.class));
        bench.consume(bench.replica("one"), options.maxRuntime(bench.gap()), slow);
        bench.publish("order");
        slow.awaitStarted("order");
        bench.consume(bench.replica("two"), options, other);
        bench.pass(bench.claimAfter().multipliedBy(2));
        other.awaitStarted("order");
    }

    private static Seen crashHolding(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler dying = bench.handler().on("order", gate.holding());
        Broker crashed = bench.replica("dying");
        bench.consume(crashed, dying);
        bench.publish("order");
        Seen lost = dying.awaitStarted("order");
        bench.crash(crashed);
        return lost;
    }

    private static int count(RecordingHandler one, RecordingHandler two) {
        return one.seen("order").size() + two.seen("order").size();
    }
}
