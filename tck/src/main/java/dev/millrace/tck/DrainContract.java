package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.Position;
import dev.millrace.Subscription;

/** How a broker stops. */
public interface DrainContract extends Theme {

    @Assertion("DRN-2")
    default void drainWaitsForWhatIsInHandAndStartsNothing(Bench bench) throws Exception {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("order 1", gate.holding());
        bench.consume(handler);
        bench.publish("order 1", "order 2");
        handler.awaitStarted("order 1");

        assertDrainWaitsFor(bench, gate);

        assertThat(handler.seen())
                .singleElement()
                .satisfies(seen -> assertThat(seen.endedAt()).isPresent());
    }

    /** The drain of the first replica goes on until the gate is opened, and then ends well. */
    private static void assertDrainWaitsFor(Bench bench, Gate gate) throws Exception {
        Broker draining = bench.broker();
        CompletableFuture<Boolean> drained = Draining.begin(draining, bench.patience());
        bench.passUnsettled(bench.gap());
        assertThat(drained).isNotDone();
        gate.open();
        assertThat(drained.get(bench.patience().toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Assertion("DRN-2")
    default void whatFinishedDuringTheDrainIsAcked(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("order", gate.holding());
        Broker draining = bench.replica("one");
        Subscription subscription = bench.consume(draining, handler);
        bench.publish("order");
        handler.awaitStarted("order");
        subscription.pause();
        gate.open();
        assertThat(draining.drain(bench.patience())).isTrue();
        bench.close(draining);

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        bench.pass(bench.claimAfter().multipliedBy(2));

        bench.awaitMarker(other);
        assertThat(other.seen("order")).isEmpty();
    }

    @Assertion("DRN-2")
    default void publishingGoesOnAfterTheDrain(Bench bench) {
        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        Broker drained = bench.replica("one");
        bench.consume(drained, bench.topic("drained"), bench.options(), bench.handler());
        drained.drain(bench.patience());

        drained.publish(bench.topic(), "order");

        other.awaitEnded("order");
    }

    @Assertion("DRN-2")
    default void interruptedThreadThatNeedNotWaitIsToldSo(Bench bench) {
        RecordingHandler handler = bench.handler();
        List<Subscription> idle = List.of(bench.consume(handler), bench.subscribe(Position.earliest(), handler));
        bench.publish("order");
        handler.awaitEnded("order", 2);
        bench.settle();

        assertThat(idle)
                .allSatisfy(each -> assertThat(isIdleWhenInterrupted(each, bench.patience()))
                        .isTrue());
    }

    @Assertion("DRN-2")
    default void interruptedThreadDoesNotWait(Bench bench) {
        RecordingHandler handler = bench.handler().otherwise(bench.gate().holding());
        List<Subscription> busy = List.of(bench.consume(handler), bench.subscribe(Position.earliest(), handler));
        bench.publish("order");
        handler.awaitInHand(2);

        assertThat(busy)
                .allSatisfy(each -> assertThat(isIdleWhenInterrupted(each, bench.patience()))
                        .isFalse());
    }

    private static boolean isIdleWhenInterrupted(Subscription subscription, Duration timeout) {
        Thread.currentThread().interrupt();
        try {
            return subscription.awaitIdle(timeout);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Assertion("DRN-3")
    default void drainKeepsToOneDeadlineForAllSubscriptions(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().otherwise(gate.holding());
        for (int i = 0; i < 4; i++) {
            bench.consume(ConsumerOptions.group("group " + i), handler);
        }
        bench.publish("order");
        handler.awaitInHand(4);

        long start = System.nanoTime();
        boolean idle = bench.broker().drain(Duration.ofSeconds(1));

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(3));
        assertThat(idle).isFalse();
    }

    @Assertion("DRN-3")
    default void whatStillRunsAtTheDeadlineStaysPendingAndIsNoDeadLetter(Bench bench) {
        bench.config(bench.config().shutdownTimeout(Duration.ZERO));
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order", gate.holdingThen(Reactions.throwing()));
        Broker closing = bench.replica("one");
        bench.consume(closing, slow);
        bench.publish("order");
        slow.awaitStarted("order");
        assertThat(closing.drain(Duration.ZERO)).isFalse();
        bench.close(closing);

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        bench.pass(bench.claimAfter().multipliedBy(2));

        assertThat(other.awaitEnded("order").deliveries()).isEqualTo(2);
        assertThat(bench.replica("two").deadLetters(bench.topic()).count()).isZero();
    }

    @Assertion("DRN-3")
    default void closeDoesNotWaitOnceMoreForWhatADrainHasWaitedFor(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler hung = bench.handler().on("order", gate.holding());
        Broker closing = bench.replica("one");
        bench.consume(closing, hung);
        bench.publish("order");
        hung.awaitStarted("order");
        assertThat(closing.drain(Duration.ZERO)).isFalse();

        long start = System.nanoTime();
        bench.close(closing);

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isLessThan(bench.config().shutdownTimeout().dividedBy(2));
    }

    @Assertion("DRN-5")
    default void idleBrokerClosesInWellUnderASecond(Bench bench) {
        Broker idle = bench.replica("idle");
        RecordingHandler handler = bench.handler();
        bench.consume(idle, handler);
        bench.publish("order");
        handler.awaitEnded("order");
        bench.settle();

        long start = System.nanoTime();
        bench.close(idle);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    }

    @Assertion("DRN-6")
    default void handlerThatThrowsDoesNotEndTheDrainForTheOthers(Bench bench) throws Exception {
        Gate first = bench.gate();
        Gate second = bench.gate();
        RecordingHandler failing =
                bench.handler().otherwise(first.holdingThen(Reactions.throwing(() -> new Error("as the test asked"))));
        RecordingHandler good = bench.handler().otherwise(second.holding());
        Subscription subscription = bench.consume(ConsumerOptions.group("failing"), failing);
        bench.consume(ConsumerOptions.group("good"), good);
        bench.publish("order");
        failing.awaitStarted("order");
        good.awaitStarted("order");
        subscription.pause();
        first.open();

        assertDrainWaitsFor(bench, second);

        assertThat(good.seen())
                .singleElement()
                .satisfies(seen -> assertThat(seen.endedAt()).isPresent());
    }

    @Assertion("DRN-6")
    default void drainingAndClosingTwiceIsHarmless(Bench bench) {
        Broker broker = bench.replica("twice");
        Subscription subscription = bench.consume(broker, bench.handler());
        subscription.close();
        subscription.close();
        subscription.pause();
        subscription.resume();

        assertThat(broker.drain(bench.patience())).isTrue();
        assertThat(broker.drain(bench.patience())).isTrue();
        bench.close(broker);
        broker.close();
    }

    @Assertion("DRN-7")
    default void noThreadRemainsAfterClose(Bench bench) throws InterruptedException {
        openUseAndClose(bench);
        Set<Thread> before = Threads.running();

        openUseAndClose(bench);

        Threads.awaitNoneBut(before, bench.patience());
    }

    private static void openUseAndClose(Bench bench) {
        Broker broker = bench.replica("short-lived");
        RecordingHandler handler = bench.handler().on("order", Reactions.throwingUpTo(1));
        String topic = bench.topic("short-lived");
        bench.consume(broker, topic, bench.options().concurrency(3), handler);
        for (int i = 0; i < 6; i++) {
            broker.publish(topic, "order " + i);
        }
        handler.awaitEnded(6);
        bench.close(broker);
    }

    @Assertion("DRN-7")
    default void closedBrokerTakesNoNewConsumer(Bench bench) {
        Broker closed = bench.replica("closed");
        closed.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> closed.consume(bench.topic(), bench.options(), bench.handler()));
    }
}
