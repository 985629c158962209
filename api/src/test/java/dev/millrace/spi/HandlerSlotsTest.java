package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import dev.millrace.AckMode;
import dev.millrace.CapturedLog;
import dev.millrace.Signal;
import org.junit.jupiter.api.Test;

class HandlerSlotsTest extends SlotsFixture {

    @Test
    void messageBeyondTheConcurrencyIsRefused() throws Exception {
        Signal gate = gate();
        HandlerSlots slots = slots(2, delivery -> {
            gate.await();
            return DONE;
        });
        start(slots, "1-0");
        start(slots, "2-0");

        assertThat(slots.free()).isZero();
        assertThat(slots.start(message("3-0"), endings)).isEmpty();
        gate.give();
        settled(slots);
        assertThat(slots.free()).isEqualTo(2);
        endings.next();
        endings.next();
        endings.noMore();
    }

    @Test
    void neverMoreRunThanTheConcurrencyWhateverTheRush() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Semaphore free = new Semaphore(3);
        HandlerSlots slots = slots(
                3,
                AckMode.AUTO,
                delivery -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    return CompletableFuture.runAsync(running::decrementAndGet);
                },
                threads,
                free::release);

        for (int i = 0; i < 500; i++) {
            assertThat(free.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            start(slots, i + "-0");
        }
        settled(slots);
        assertThat(most).hasValueBetween(1, 3);
        assertThat(made).hasSizeBetween(1, 3);
    }

    @Test
    void slotIsTakenUntilTheOutcomeWasAnswered() {
        Signal settling = new Signal();
        Signal gate = gate();
        Signal freed = new Signal();
        HandlerSlots slots = slots(1, AckMode.AUTO, delivery -> DONE, threads, freed::give);
        slots.start(message("1-0"), outcome -> {
            settling.give();
            gate.await();
        });
        settling.await();

        assertThat(slots.free()).isZero();
        assertThat(slots.awaitIdle(Duration.ZERO)).isFalse();
        gate.give();
        freed.await();
        assertThat(slots.free()).isEqualTo(1);
    }

    @Test
    void runningTellsWhatIsInHandAndWhere() throws Exception {
        Signal inHand = new Signal();
        Signal gate = gate();
        HandlerSlots slots = slots(1, delivery -> {
            inHand.give();
            gate.await();
            return DONE;
        });
        HandlerRun run = start(slots, "1-0");
        inHand.await();

        assertThat(slots.running()).containsExactly(run);
        assertThat(run.message().id()).isEqualTo("1-0");
        assertThat(run.thread()).contains(made.element());
        assertThat(run.awaitsSettling()).isFalse();
        gate.give();
        settled(slots);
        assertThat(slots.running()).isEmpty();
        assertThat(run.thread()).isEmpty();
    }

    @Test
    void pausedSlotsRefuseUntilResumed() throws Exception {
        HandlerSlots slots = slots(1, delivery -> DONE);
        slots.pause();

        assertThat(slots.free()).isZero();
        assertThat(slots.start(message("1-0"), endings)).isEmpty();
        assertThat(slots.lacksThreads()).isFalse();
        slots.resume();
        start(slots, "2-0");
        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
        endings.noMore();
    }

    @Test
    void closedSlotsStayClosed() {
        HandlerSlots slots = slots(1, delivery -> DONE);
        slots.close();
        slots.close();
        slots.resume();

        assertThat(slots.free()).isZero();
        assertThat(slots.start(message("1-0"), endings)).isEmpty();
    }

    @Test
    void whatHadNotBegunWhenPausedIsHandedBackUnrun() throws Exception {
        assertThat(endingOfARunOvertakenBy(HandlerSlots::pause)).isEqualTo(new Outcome.NotStarted());
    }

    @Test
    void whatHadNotBegunWhenClosedIsHandedBackUnrun() throws Exception {
        assertThat(endingOfARunOvertakenBy(HandlerSlots::close)).isEqualTo(new Outcome.NotStarted());
    }

    private Outcome endingOfARunOvertakenBy(Consumer<HandlerSlots> stop) throws Exception {
        Signal gate = gate();
        AtomicInteger handled = new AtomicInteger();
        HandlerSlots slots = slots(
                1,
                AckMode.AUTO,
                delivery -> {
                    handled.incrementAndGet();
                    return DONE;
                },
                work -> threads.newThread(() -> {
                    gate.await();
                    work.run();
                }),
                () -> {});
        start(slots, "1-0");
        stop.accept(slots);
        gate.give();
        settled(slots);
        assertThat(handled).hasValue(0);
        return endings.outcome();
    }

    @Test
    void whatIsInHandFinishesAfterClose() throws Exception {
        Signal inHand = new Signal();
        Signal gate = gate();
        HandlerSlots slots = slots(1, delivery -> {
            inHand.give();
            gate.await();
            return DONE;
        });
        start(slots, "1-0");
        inHand.await();
        slots.close();
        gate.give();

        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
    }

    @Test
    void awaitIdleEndsWithItsTime() {
        Signal gate = gate();
        HandlerSlots slots = slots(1, delivery -> {
            gate.await();
            return DONE;
        });
        start(slots, "1-0");

        assertThat(slots.awaitIdle(Duration.ofMillis(1))).isFalse();
        assertThat(slots.awaitIdle(Duration.ofSeconds(-1))).isFalse();
    }

    @Test
    void awaitIdleTakesTheLongestOfTimes() {
        Signal gate = gate();
        HandlerSlots slots = slots(1, delivery -> {
            gate.await();
            return DONE;
        });
        start(slots, "1-0");
        CompletableFuture<Boolean> idle =
                CompletableFuture.supplyAsync(() -> slots.awaitIdle(Duration.ofSeconds(Long.MAX_VALUE)));
        gate.give();

        assertThat(idle.join()).isTrue();
    }

    @Test
    void awaitIdleAnswersAnInterruptedThreadAtOnceAndLeavesItSo() {
        Signal gate = gate();
        HandlerSlots slots = slots(1, delivery -> {
            gate.await();
            return DONE;
        });
        start(slots, "1-0");
        Thread.currentThread().interrupt();
        boolean idle = slots.awaitIdle(LONG);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(idle).isFalse();
    }

    @Test
    void messageThatCannotBeSettledFreesItsSlotAndIsLogged() throws Exception {
        try (CapturedLog log = new CapturedLog(HandlerSlots.class)) {
            HandlerSlots slots = slots(1, delivery -> DONE);
            slots.start(message("1-0"), outcome -> {
                throw new StackOverflowError();
            });
            settled(slots);
            start(slots, "2-0");

            assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
            assertThat(log.lines())
                    .containsExactly("SEVERE orders/billing: message 1-0 could not be settled. It stays pending.");
        }
    }
}
