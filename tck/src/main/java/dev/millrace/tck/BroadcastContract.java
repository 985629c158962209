package dev.millrace.tck;

import static dev.millrace.tck.Capability.OUTAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.millrace.BroadcastSubscription;
import dev.millrace.Broker;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;

/** Every process gets every message. */
public interface BroadcastContract extends Theme {

    /** For a subscriber that is to miss nothing that the test publishes. */
    SubscriberOptions ALL = SubscriberOptions.from(Position.earliest());

    @Assertion("TPC-1")
    default void everySubscriberInEveryProcessGetsEveryMessage(Bench bench) {
        List<RecordingHandler> handlers = List.of(bench.handler(), bench.handler(), bench.handler());
        bench.subscribe(bench.replica("one"), ALL, handlers.get(0));
        bench.subscribe(bench.replica("one"), ALL, handlers.get(1));
        bench.subscribe(bench.replica("two"), ALL, handlers.get(2));

        bench.publish("order 1", "order 2", "order 3");

        handlers.forEach(handler -> handler.awaitEnded("order 3"));
        assertThat(handlers)
                .allSatisfy(handler -> assertThat(handler.texts()).containsExactly("order 1", "order 2", "order 3"));
    }

    @Assertion("TPC-1")
    default void subscriberTakesNothingFromAGroup(Bench bench) {
        RecordingHandler subscriber = bench.handler();
        RecordingHandler member = bench.handler();
        bench.subscribe(Position.earliest(), subscriber);
        bench.consume(member);

        bench.publish("order");

        assertThat(subscriber.awaitEnded("order").deliveries()).isEqualTo(1);
        assertThat(member.awaitEnded("order").deliveries()).isEqualTo(1);
    }

    @Assertion("TPC-1")
    default void subscriberThatThrowsGetsTheNextMessageAndDisturbsNobody(Bench bench) {
        CapturedLog log = bench.log();
        RecordingHandler failing = bench.handler().on("order 1", Reactions.throwing());
        RecordingHandler other = bench.handler();
        bench.subscribe(Position.earliest(), failing);
        bench.subscribe(Position.earliest(), other);

        String first = bench.publish("order 1");
        bench.publish("order 2");

        failing.awaitEnded("order 2");
        other.awaitEnded("order 2");
        bench.pass(bench.gap().multipliedBy(2));
        assertThat(failing.texts()).containsExactly("order 1", "order 2");
        assertThat(log.warnings(bench.topic(), first, "as the test asked")).hasSize(1);
    }

    @Assertion("TPC-1")
    default void subscriberGetsMessagesThoughAllBeforeItHaveLeft(Bench bench) {
        RecordingHandler first = bench.handler();
        BroadcastSubscription left = bench.subscribe(Position.earliest(), first);
        bench.publish("order 1");
        first.awaitEnded("order 1");
        left.close();
        RecordingHandler next = bench.handler();
        bench.subscribe(Position.earliest(), next);

        bench.publish("order 2");

        next.awaitEnded("order 2");
    }

    @Assertion("TPC-1")
    default void subscriberKnowsWhatItHasHandled(Bench bench) {
        RecordingHandler handler = bench.handler();
        BroadcastSubscription subscription = bench.subscribe(Position.earliest(), handler);
        assertThat(subscription.position()).isEmpty();
        assertThat(subscription.topic()).isEqualTo(bench.topic());
        assertThat(subscription.group()).isEmpty();

        String last = bench.publish("order 1", "order 2");

        handler.awaitEnded("order 2");
        bench.settle();
        assertThat(subscription.position()).contains(last);
    }

    @Assertion("TPC-1")
    default void blankTopicIsRefused(Bench bench) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bench.broker().subscribe(" ", ALL, bench.handler()))
                .withMessageContaining("topic");
    }

    @Assertion("TPC-1")
    @SuppressWarnings("NullAway") // Null is what is refused.
    default void subscriberWithoutAHandlerOrOptionsIsRefused(Bench bench) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bench.broker().subscribe(bench.topic(), ALL, null))
                .withMessageContaining("handler of topic " + bench.topic());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bench.broker().subscribe(bench.topic(), (SubscriberOptions) null, bench.handler()))
                .withMessageContaining("options of topic " + bench.topic());
    }

    @Assertion("TPC-1")
    default void messageRequeuedForOneGroupIsNoNews(Bench bench) {
        bench.consume(bench.options().maxDeliveries(1), bench.handler().on("order", Reactions.throwingUpTo(1)));
        RecordingHandler subscriber = bench.handler();
        bench.subscribe(Position.earliest(), subscriber);
        bench.publish("order");
        bench.awaitDeadLetters(1);

        bench.broker().deadLetters(bench.topic()).requeueIf(letter -> true);

        bench.awaitMarker(subscriber);
        assertThat(subscriber.seen("order")).hasSize(1);
    }

    @Assertion("TPC-2")
    default void ownMessagesComeInTheSameOrderAsEverybodyElses(Bench bench) {
        RecordingHandler here = bench.handler();
        RecordingHandler there = bench.handler();
        Broker one = bench.replica("one");
        Broker two = bench.replica("two");
        bench.subscribe(one, ALL, here);
        bench.subscribe(two, ALL, there);

        CompletableFuture.allOf(publishing(bench, one, "one"), publishing(bench, two, "two"))
                .join();

        here.awaitEnded(200);
        there.awaitEnded(200);
        assertThat(here.texts()).doesNotHaveDuplicates().isEqualTo(there.texts());
        assertThat(here.texts().stream().filter(text -> text.startsWith("one")))
                .isEqualTo(IntStream.range(0, 100).mapToObj(i -> "one " + i).toList());
    }

    private static CompletableFuture<Void> publishing(Bench bench, Broker broker, String name) {
        return CompletableFuture.runAsync(
                () -> IntStream.range(0, 100).forEach(i -> broker.publish(bench.topic(), name + " " + i)));
    }

    @Assertion("TPC-2")
    default void messageIsThereForOthersWhenASubscriberHasIt(Bench bench) throws Exception {
        CompletableFuture<Integer> held = new CompletableFuture<>();
        RecordingHandler handler = bench.handler().on("order", delivery -> {
            held.complete(bench.broker().history(bench.topic(), 10).size());
            return CompletableFuture.completedFuture(null);
        });
        bench.subscribe(Position.earliest(), handler);

        bench.publish("order");

        assertThat(held.get(bench.patience().toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Assertion({"TPC-4", "TPC-3"})
    @Requires(OUTAGE)
    default void subscriberGoesOnWhereItWasAfterAnOutage(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.subscribe(Position.latest(), handler);
        bench.awaitFirstMarker(handler);
        bench.publish("before");
        handler.awaitEnded("before");

        bench.harness().stopServer();
        bench.harness().startServer();
        bench.awaitFirstMarker(handler);
        bench.publish("after");

        handler.awaitEnded("after");
        assertThat(handler.seen("before")).hasSize(1);
        assertThat(handler.seen().stream().map(seen -> seen.message().id())).doesNotHaveDuplicates();
    }

    @Assertion({"DRN-2", "DRN-6"})
    default void drainWaitsForASubscriberAndStartsNothingMore(Bench bench) throws Exception {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("order 1", gate.holding());
        Broker draining = bench.replica("one");
        bench.subscribe(draining, ALL, handler);
        bench.publish("order 1", "order 2");
        handler.awaitStarted("order 1");

        CompletableFuture<Boolean> drained = Draining.begin(draining, bench.patience());
        bench.passUnsettled(bench.gap());
        assertThat(drained).isNotDone();
        gate.open();

        assertThat(drained.get(bench.patience().toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(handler.texts()).containsExactly("order 1");
        assertThat(draining.drain(bench.patience())).isTrue();
    }

    @Assertion("DRN-8")
    default void resumedSubscriberMissesNothingAndRepeatsNothing(Bench bench) {
        RecordingHandler paused = bench.handler();
        RecordingHandler other = bench.handler();
        BroadcastSubscription subscription = bench.subscribe(Position.earliest(), paused);
        bench.subscribe(Position.earliest(), other);
        bench.publish("order 1");
        paused.awaitEnded("order 1");
        subscription.pause();
        bench.publish("order 2", "order 3");
        bench.awaitMarker(other);
        assertThat(paused.texts()).containsExactly("order 1");

        subscription.resume();

        paused.awaitEnded("order 3");
        assertThat(paused.texts()).startsWith("order 1", "order 2", "order 3");
    }

    @Assertion({"DRN-5", "DRN-7"})
    default void closedSubscriberLeavesNoThreadAndIsSoonGone(Bench bench) throws InterruptedException {
        subscribeAndClose(bench);
        Set<Thread> before = Threads.running();

        long start = System.nanoTime();
        subscribeAndClose(bench);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(bench.patience());
        Threads.awaitNoneBut(before, bench.patience());
    }

    private static void subscribeAndClose(Bench bench) {
        Broker broker = bench.replica("short-lived");
        RecordingHandler handler = bench.handler();
        bench.subscribe(broker, ALL, handler);
        broker.publish(bench.topic(), "order");
        handler.awaitEnded("order");
        long start = System.nanoTime();
        bench.close(broker);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    }

    @Assertion("DRN-7")
    default void closedBrokerTakesNoNewSubscriber(Bench bench) {
        Broker closed = bench.replica("closed");
        closed.close();

        assertThatIllegalStateException().isThrownBy(() -> closed.subscribe(bench.topic(), ALL, bench.handler()));
    }
}
