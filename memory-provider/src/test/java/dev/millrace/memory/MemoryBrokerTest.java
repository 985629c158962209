package dev.millrace.memory;

import static dev.millrace.memory.Probe.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.OutgoingMessage;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is of the memory broker alone: MEM-2, MEM-4, and the waiting of MEM-3. */
class MemoryBrokerTest {

    private final MemoryBroker broker = MemoryBroker.create();

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void everyGroupGetsEveryMessageInOrder() {
        Probe billing = Probe.thatSucceeds();
        Probe shipping = Probe.thatSucceeds();
        broker.consume("every-group", ConsumerOptions.group("billing"), billing);
        broker.consume("every-group", ConsumerOptions.group("shipping"), shipping);
        for (int i = 0; i < 100; i++) {
            broker.publish("every-group", "m" + i);
        }
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(billing.texts())
                .hasSize(100)
                .startsWith("m0", "m1", "m2")
                .endsWith("m99")
                .isEqualTo(shipping.texts());
    }

    @Test
    void publishedListsEveryMessageOfEveryReplicaInOrder() {
        try (MemoryBroker replica = broker.replica("other")) {
            broker.publish("published-a", "1");
            replica.publishAsync("published-b", "2");
            broker.publish("published-a", "3");
        }
        assertThat(broker.published()).extracting(BrokerMessage::text).containsExactly("1", "2", "3");
    }

    @Test
    void publicationRepeatedUnderItsKeyIsNotListedTwice() {
        OutgoingMessage message = OutgoingMessage.to("published-key", "1").idempotencyKey("k");
        assertThat(broker.publish(message)).isEqualTo(broker.publish(message));
        assertThat(broker.published()).hasSize(1);
    }

    @Test
    void publishedKeepsTheNewestUpToItsLimit() {
        try (MemoryBroker bounded = MemoryBroker.builder().publishedLimit(2).build()) {
            List.of("1", "2", "3").forEach(text -> bounded.publish("published-limit", text));
            assertThat(bounded.published()).extracting(BrokerMessage::text).containsExactly("2", "3");
        }
    }

    @Test
    void publishedWithALimitOfZeroIsOff() {
        try (MemoryBroker bounded = MemoryBroker.builder().publishedLimit(0).build()) {
            bounded.publish("published-off", "1");
            assertThat(bounded.published()).isEmpty();
        }
    }

    @Test
    void handlerRunsOnAThreadThatIsNotThePublishers() {
        CompletableFuture<Thread> handlers = new CompletableFuture<>();
        broker.consume(
                "other-thread",
                ConsumerOptions.group("g"),
                Probe.thatDoes(message -> handlers.complete(Thread.currentThread())));
        broker.publish("other-thread", "m");
        assertThat(handlers.join()).isNotSameAs(Thread.currentThread());
    }

    @Test
    void threadLocalsOfThePublisherDoNotReachTheHandler() {
        ThreadLocal<String> plain = new ThreadLocal<>();
        ThreadLocal<String> inherited = new InheritableThreadLocal<>();
        plain.set("plain");
        inherited.set("inherited");
        CompletableFuture<String> seen = new CompletableFuture<>();
        broker.consume(
                "thread-locals",
                ConsumerOptions.group("g"),
                Probe.thatDoes(message -> seen.complete(plain.get() + " " + inherited.get())));
        broker.publish("thread-locals", "m");
        assertThat(seen.join()).isEqualTo("null null");
    }

    @Test
    void threadLocalsOfThePublisherDoNotReachThreadsOfAFactory() {
        ThreadLocal<String> inherited = new InheritableThreadLocal<>();
        CompletableFuture<String> seen = new CompletableFuture<>();
        broker.consume(
                "factory-thread-locals",
                ConsumerOptions.group("g").threads(Thread::new),
                Probe.thatDoes(message -> seen.complete("" + inherited.get())));
        inherited.set("inherited");
        broker.publish("factory-thread-locals", "m");
        assertThat(seen.join()).isEqualTo("null");
    }

    @Test
    void failureOfTheHandlerDoesNotReachThePublisher() {
        Probe failing = Probe.thatDoes(message -> {
            throw new AssertionError("not the publisher's matter");
        });
        broker.consume("handler-failure", ConsumerOptions.group("g"), failing);
        broker.publish("handler-failure", "1");
        failing.next();
        assertThat(broker.publish("handler-failure", "2")).isNotBlank();
    }

    @Test
    void awaitIdleIsFalseWhileAHandlerRuns() {
        CountDownLatch done = new CountDownLatch(1);
        Probe waiting = Probe.thatWaitsFor(done);
        broker.consume("idle-in-hand", ConsumerOptions.group("g"), waiting);
        broker.publish("idle-in-hand", "m");
        waiting.next();
        assertThat(broker.awaitIdle(Duration.ofMillis(1))).isFalse();
        done.countDown();
        assertThat(broker.awaitIdle(LONG)).isTrue();
    }

    @Test
    void awaitIdleDoesNotWaitForRetries() {
        Probe failing = Probe.thatFails();
        broker.consume("idle-retry", ConsumerOptions.group("g"), failing);
        broker.publish("idle-retry", "m");
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(failing.deliveries()).containsExactly(1);
    }

    @Test
    void awaitIdleDoesNotWaitForWhatOnlyAPausedSubscriptionCouldTake() {
        broker.consume("idle-paused", ConsumerOptions.group("g"), Probe.thatSucceeds())
                .pause();
        broker.publish("idle-paused", "m");
        assertThat(broker.awaitIdle(LONG)).isTrue();
    }

    @Test
    void pausedSubscriptionTakesUpWhatWasPublishedMeanwhile() {
        Probe probe = Probe.thatSucceeds();
        Subscription subscription = broker.consume("resumed", ConsumerOptions.group("g"), probe);
        subscription.pause();
        broker.publish("resumed", "m");
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(probe.texts()).isEmpty();
        subscription.resume();
        assertThat(probe.next().text()).isEqualTo("m");
    }

    @Test
    void pauseThatMeetsAResumeLeavesTheSubscriptionPausedOrRunning() {
        Subscription subscription = broker.consume("met", ConsumerOptions.group("g"), Probe.thatSucceeds());
        assertPausedOrRunningAfterBoth(subscription, "met");
    }

    @Test
    void pauseThatMeetsAResumeLeavesTheSubscriberPausedOrRunning() {
        Subscription subscription =
                broker.subscribe("met-broadcast", SubscriberOptions.from(Position.latest()), Probe.thatSucceeds());
        assertPausedOrRunningAfterBoth(subscription, "met-broadcast");
    }

    /** One that were half of each would have work, and not do it. */
    private void assertPausedOrRunningAfterBoth(Subscription subscription, String topic) {
        for (int round = 0; round < 500; round++) {
            atOnce(subscription::pause, subscription::resume);
            broker.publish(topic, "m" + round);
            assertThat(broker.awaitIdle(LONG)).as("idle in round %s", round).isTrue();
        }
    }

    private static void atOnce(Runnable one, Runnable other) {
        AtomicInteger missing = new AtomicInteger(2);
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> runOnceBothAreThere(missing, one));
        runOnceBothAreThere(missing, other);
        done.join();
    }

    private static void runOnceBothAreThere(AtomicInteger missing, Runnable action) {
        missing.decrementAndGet();
        while (missing.get() > 0) {
            Thread.onSpinWait();
        }
        action.run();
    }

    @Test
    void manyHandlersAtOnceLoseNothing() {
        Probe probe = Probe.thatSucceeds();
        broker.consume("many", ConsumerOptions.group("g").concurrency(8), probe);
        for (int i = 0; i < 5_000; i++) {
            broker.publish("many", "m" + i);
        }
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(probe.texts()).hasSize(5_000).doesNotHaveDuplicates();
    }

    @Test
    void publishAfterCloseIsRefused() {
        MemoryBroker closed = MemoryBroker.builder().consumerName("worker").build();
        closed.close();
        assertThatThrownBy(() -> closed.publish("closed", "m"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("memory broker worker: it is closed. Use one that is open.");
    }

    @Test
    void consumeAfterCloseIsRefused() {
        MemoryBroker closed = MemoryBroker.create();
        closed.close();
        assertThatThrownBy(() -> closed.consume("closed", ConsumerOptions.group("g"), Probe.thatSucceeds()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void handlerMayPublishWhileTheBrokerCloses() {
        MemoryBroker closing = MemoryBroker.create();
        CountDownLatch go = new CountDownLatch(1);
        Probe publishing = Probe.thatDoes(message -> {
            go.await();
            closing.publish("while-closing-next", "from the handler");
        });
        closing.consume("while-closing", ConsumerOptions.group("g"), publishing);
        closing.publish("while-closing", "m");
        publishing.next();
        Thread closer = new Thread(closing::close);
        closer.start();
        go.countDown();
        try {
            closer.join(LONG.toMillis());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(closing.published()).extracting(BrokerMessage::text).containsExactly("m", "from the handler");
    }
}
