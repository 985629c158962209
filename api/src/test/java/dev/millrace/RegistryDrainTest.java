package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RegistryDrainTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final ConsumerOptions BILLING = ConsumerOptions.group("billing");

    private final TinyBroker broker = new TinyBroker();
    private final ConsumerRegistry consumers = new ConsumerRegistry(broker);
    private final Signal inHand = new Signal();
    private final Signal gate = new Signal();

    @AfterEach
    void close() {
        gate.give();
        consumers.close();
        broker.close();
    }

    private void consumeHeldUp(String topic) {
        consumers.consume(topic, BILLING, message -> {
            inHand.give();
            gate.await();
        });
        broker.publish(topic, "x");
    }

    @Test
    void drainWaitsForWhatIsInHandAndStartsNothingElse() {
        consumeHeldUp("in-hand");
        inHand.await();
        String held = broker.publish("in-hand", "y");
        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> consumers.drain(LONG));
        consumers.pause();
        gate.give();

        assertThat(drained.join()).isTrue();
        assertThat(broker.acked()).hasSize(1).doesNotContain(held);
    }

    @Test
    void drainOnAThreadThatCameInterruptedWaitsAllTheSame() {
        consumeHeldUp("interrupted");
        inHand.await();
        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            return consumers.drain(LONG) && Thread.interrupted();
        });
        while (!isPaused()) {
            Thread.onSpinWait();
        }
        gate.give();

        assertThat(drained.join()).isTrue();
    }

    private boolean isPaused() {
        return catchThrowable(
                        () -> consumers.consume("late", BILLING, message -> {}).close())
                != null;
    }

    @Test
    void drainHasOneDeadlineForAllSubscriptions() {
        for (int i = 0; i < 20; i++) {
            consumeHeldUp("deadline-" + i);
        }
        inHand.await();
        long start = System.nanoTime();
        boolean idle = consumers.drain(Duration.ofMillis(300));

        assertThat(idle).isFalse();
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(300), Duration.ofSeconds(3));
    }

    @Test
    void whatDidNotFinishInTimeStaysUnacked() {
        consumeHeldUp("too-slow");
        inHand.await();

        assertThat(consumers.drain(Duration.ZERO)).isFalse();
        assertThat(broker.acked()).isEmpty();
        assertThat(broker.unacked()).isEmpty();
    }

    @Test
    void secondDrainWaitsForTheFirstAndGivesItsAnswer() {
        consumeHeldUp("twice");
        inHand.await();
        CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(() -> consumers.drain(LONG));
        CompletableFuture<Boolean> second = CompletableFuture.supplyAsync(() -> consumers.drain(LONG));
        gate.give();

        assertThat(first.join()).isTrue();
        assertThat(second.join()).isTrue();
        assertThat(consumers.drain(Duration.ZERO)).isTrue();
    }

    @Test
    void secondDrainKeepsItsOwnDeadlineAndStopsNobodyElse() throws Exception {
        consumeHeldUp("impatient");
        inHand.await();
        Signal draining = new Signal();
        CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(() -> {
            draining.give();
            return consumers.drain(LONG);
        });
        draining.await();
        CompletableFuture<Boolean> patient = CompletableFuture.supplyAsync(() -> consumers.drain(LONG));

        assertThat(consumers.drain(Duration.ofMillis(1))).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> consumers.consume("late", BILLING, message -> {}));
        gate.give();
        first.get(30, TimeUnit.SECONDS);
        patient.get(30, TimeUnit.SECONDS);
    }

    @Test
    void handlerThatThrowsDuringTheDrainDoesNotEndItForOthers() {
        consumeHeldUp("good");
        consumers.consume("bad", BILLING, message -> {
            gate.await();
            throw new IllegalStateException();
        });
        broker.publish("bad", "x");
        inHand.await();
        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> consumers.drain(LONG));
        gate.give();

        assertThat(drained.join()).isTrue();
        assertThat(broker.acked()).hasSize(1);
    }

    @Test
    void subscriptionThatCannotBeClosedDoesNotKeepTheOthersOpen() {
        TinyBroker failing = new TinyBroker() {
            @Override
            public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                return new BrokenSubscription(super.consume(topic, options, handler), topic.equals("broken"));
            }
        };
        ConsumerRegistry registry = new ConsumerRegistry(failing);
        registry.consume("broken", BILLING, message -> {});
        registry.consume("sound", BILLING, message -> {});

        assertThatIllegalStateException()
                .isThrownBy(registry::close)
                .withMessage("pause")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("awaitIdle", "close"));
        failing.publish("sound", "x");
        assertThat(failing.drain(LONG)).isTrue();
        assertThat(failing.acked()).isEmpty();
        failing.close();
    }

    @Test
    void awaitCloseIsReleasedByADrain() throws Exception {
        FutureTask<Void> waiting = new FutureTask<>(() -> {
            consumers.awaitClose();
            return null;
        });
        Thread thread = new Thread(waiting);
        thread.start();
        consumers.drain(LONG);

        waiting.get(30, TimeUnit.SECONDS);
    }

    @Test
    void awaitCloseCanBeInterrupted() throws Exception {
        FutureTask<Void> waiting = new FutureTask<>(() -> {
            consumers.awaitClose();
            return null;
        });
        Thread thread = new Thread(waiting);
        thread.start();
        thread.interrupt();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
                .withCauseInstanceOf(InterruptedException.class);
    }

    @Test
    void drainOnShutdownIsAskedForOnce() {
        consumers.drainOnShutdown(LONG);

        assertThatIllegalStateException()
                .isThrownBy(() -> consumers.drainOnShutdown(LONG))
                .withMessage("drainOnShutdown: a registry drains once (was asked for before). Call it once, before"
                        + " close.");
    }

    @Test
    void closedRegistryAddsNoHook() {
        consumers.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> consumers.drainOnShutdown(LONG))
                .withMessage("drainOnShutdown: a registry drains once (was closed). Call it once, before close.");
    }

    @Test
    void negativeDeadlineIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> consumers.drainOnShutdown(Duration.ofSeconds(-1)))
                .withMessage("timeout: must be between 0 and 365 days (was PT-1S). Change it.");
    }

    @Test
    void closedRegistryIsHeldByNothing() {
        WeakReference<Object> registry = closedRegistry();
        for (int i = 0; i < 50 && registry.get() != null; i++) {
            System.gc();
        }

        assertThat(registry.get()).as("no JVM hook holds what is closed").isNull();
    }

    private static WeakReference<Object> closedRegistry() {
        TinyBroker broker = new TinyBroker();
        ConsumerRegistry registry = new ConsumerRegistry(broker).drainOnShutdown(LONG);
        Subscription subscription = registry.consume("collected", BILLING, message -> {});
        broker.publish("collected", "x");
        subscription.awaitIdle(LONG);
        registry.close();
        registry.close();
        broker.close();
        return new WeakReference<>(registry);
    }

    private static final class BrokenSubscription implements Subscription {

        private final Subscription sound;
        private final boolean broken;

        BrokenSubscription(Subscription sound, boolean broken) {
            this.sound = sound;
            this.broken = broken;
        }

        private void fail(String step) {
            if (broken) {
                throw new IllegalStateException(step);
            }
        }

        @Override
        public String topic() {
            return sound.topic();
        }

        @Override
        public String group() {
            return sound.group();
        }

        @Override
        public void pause() {
            sound.pause();
            fail("pause");
        }

        @Override
        public void resume() {
            sound.resume();
        }

        @Override
        public boolean awaitIdle(Duration timeout) {
            fail("awaitIdle");
            return sound.awaitIdle(timeout);
        }

        @Override
        public void close() {
            sound.close();
            fail("close");
        }
    }
}
