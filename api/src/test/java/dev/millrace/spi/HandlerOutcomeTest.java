package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

import dev.millrace.Signal;
import org.junit.jupiter.api.Test;

class HandlerOutcomeTest extends SlotsFixture {

    @Test
    void completedStageIsDone() throws Exception {
        start(slots(1, delivery -> DONE), "1-0");

        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
    }

    @Test
    void thrownExceptionIsTheFailureItself() throws Exception {
        IOException failure = new IOException("disk full");
        start(
                slots(1, delivery -> {
                    throw failure;
                }),
                "1-0");

        assertThat(endings.failure()).isSameAs(failure);
    }

    @Test
    void thrownErrorIsAFailureAndTheNextMessageRuns() throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        HandlerSlots slots = slots(1, delivery -> {
            if (first.getAndSet(false)) {
                throw new OutOfMemoryError("not really");
            }
            return DONE;
        });
        start(slots, "1-0");
        settled(slots);
        start(slots, "2-0");

        assertThat(endings.failure()).isInstanceOf(OutOfMemoryError.class);
        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
    }

    @Test
    void nullStageIsAFailure() throws Exception {
        start(slots(1, delivery -> null), "1-0");

        assertThat(endings.failure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the handler returned null instead of a stage. Return a CompletionStage.");
    }

    @Test
    void failureOfAStageIsTakenOutOfItsWrapping() throws Exception {
        IOException failure = new IOException("disk full");
        start(slots(1, delivery -> CompletableFuture.failedFuture(new CompletionException(failure))), "1-0");

        assertThat(endings.failure()).isSameAs(failure);
    }

    @Test
    void stageThatRefusesToBeFollowedIsAFailure() throws Exception {
        CompletionStage<?> stage = new CompletableFuture<>() {
            @Override
            public CompletableFuture<Object> whenComplete(BiConsumer<? super Object, ? super Throwable> action) {
                throw new UnsupportedOperationException("no");
            }
        };
        start(slots(1, delivery -> stage), "1-0");

        assertThat(endings.failure()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void stageCompletedElsewhereIsSettledOnAThreadOfTheSlots() throws Exception {
        CompletableFuture<Void> stage = new CompletableFuture<>();
        Signal returned = new Signal();
        HandlerSlots slots = slots(1, delivery -> {
            returned.give();
            return stage;
        });
        start(slots, "1-0");
        returned.await();
        assertThat(slots.free()).isZero();
        stage.complete(null);

        assertThat(endings.next().thread()).isSameAs(made.element());
        settled(slots);
    }

    @Test
    void stageCompletedByAnotherHandlerIsSettledToo() throws Exception {
        CompletableFuture<Void> first = new CompletableFuture<>();
        HandlerSlots slots = slots(2, delivery -> {
            if (delivery.message().id().equals("1-0")) {
                return first;
            }
            first.complete(null);
            return DONE;
        });
        start(slots, "1-0");
        start(slots, "2-0");

        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
        settled(slots);
    }

    @Test
    void stageCompletedAfterCloseIsSettledWhereItCompletes() throws Exception {
        CompletableFuture<Void> stage = new CompletableFuture<>();
        Signal inHand = new Signal();
        HandlerSlots slots = slots(1, delivery -> {
            inHand.give();
            return stage;
        });
        start(slots, "1-0");
        inHand.await();
        slots.close();
        made.element().join();
        Thread.currentThread().interrupt();
        stage.complete(null);

        assertThat(Thread.interrupted())
                .as("the interrupt is still the completing thread's")
                .isTrue();
        Endings.Ending ending = endings.next();
        assertThat(ending.outcome()).isEqualTo(new Outcome.Done());
        assertThat(ending.thread()).isSameAs(Thread.currentThread());
        assertThat(ending.interrupted()).isFalse();
        settled(slots);
    }

    @Test
    void interruptLeftBehindReachesNeitherSettlingNorNextMessage() throws Exception {
        AtomicBoolean seen = new AtomicBoolean();
        HandlerSlots slots = slots(1, delivery -> {
            seen.compareAndSet(false, Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            return DONE;
        });
        start(slots, "1-0");
        settled(slots);
        start(slots, "2-0");
        settled(slots);

        assertThat(endings.next().interrupted()).isFalse();
        assertThat(endings.next().interrupted()).isFalse();
        assertThat(seen).isFalse();
        assertThat(made).hasSize(1);
    }

    @Test
    void interruptLeftBehindByAFailureReachesNothingEither() throws Exception {
        HandlerSlots slots = slots(1, delivery -> {
            Thread.currentThread().interrupt();
            throw new InterruptedException();
        });
        start(slots, "1-0");

        assertThat(endings.next().interrupted()).isFalse();
    }

    @Test
    void automaticDeliveryCannotBeSettledByHand() throws Exception {
        start(
                slots(1, delivery -> {
                    delivery.ack();
                    return DONE;
                }),
                "1-0");

        assertThat(endings.failure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("message 1-0: it is settled by the handler's return (was ack AUTO)."
                        + " Ask for ack MANUAL to settle by hand.");
    }
}
