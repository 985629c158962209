package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

import dev.millrace.AckMode;
import dev.millrace.CapturedLog;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import dev.millrace.Signal;
import org.junit.jupiter.api.Test;

class ManualSettlingTest extends SlotsFixture {

    private final BlockingQueue<Delivery> taken = new LinkedBlockingQueue<>();

    private HandlerSlots manual(DeliveryHandler handler) {
        return slots(1, AckMode.MANUAL, handler, threads, () -> {});
    }

    private HandlerSlots settling(Consumer<Delivery> inHandler) {
        return manual(delivery -> {
            inHandler.accept(delivery);
            return DONE;
        });
    }

    @Test
    void ackInTheHandlerIsDone() throws Exception {
        HandlerSlots slots = settling(Delivery::ack);
        start(slots, "1-0");

        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
        settled(slots);
    }

    @Test
    void retryAsksForTheGapOfThePolicy() throws Exception {
        start(settling(Delivery::retry), "1-0");

        assertThat(endings.outcome()).isEqualTo(new Outcome.RetryAsked(Optional.empty()));
    }

    @Test
    void retryAfterAsksForThatWait() throws Exception {
        start(settling(delivery -> delivery.retry(Duration.ofMillis(5))), "1-0");

        assertThat(endings.outcome()).isEqualTo(new Outcome.RetryAsked(Optional.of(Duration.ofMillis(5))));
    }

    @Test
    void nullForAWaitIsRefusedAndSettlesNothing() throws Exception {
        start(settling(taken::add), "1-0");
        Delivery delivery = taken.take();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> delivery.retry(null))
                .withMessage("retry of message 1-0: a wait is needed (was null). Use zero for at once.");
        delivery.ack();
        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
    }

    @Test
    void negativeWaitIsRefusedAndSettlesNothing() throws Exception {
        start(settling(taken::add), "1-0");
        Delivery delivery = taken.take();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> delivery.retry(Duration.ofMillis(-5)))
                .withMessage("retry of message 1-0: the wait must not be negative (was PT-0.005S)."
                        + " Use zero for at once.");
        delivery.ack();
        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
    }

    @Test
    void slotIsTakenUntilTheDeliveryIsSettled() throws Exception {
        HandlerSlots slots = settling(taken::add);
        start(slots, "1-0");
        Delivery delivery = taken.take();

        assertThat(slots.awaitIdle(Duration.ZERO)).isFalse();
        assertThat(slots.free()).isZero();
        delivery.ack();
        settled(slots);
    }

    @Test
    void deliverySettledInTheHandlerKeepsItsSlotUntilTheHandlerReturns() throws Exception {
        Signal gate = gate();
        HandlerSlots slots = settling(delivery -> {
            delivery.ack();
            gate.await();
        });
        start(slots, "1-0");
        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());

        assertThat(slots.free()).isZero();
        gate.give();
        settled(slots);
    }

    @Test
    void deliverySettledBeforeItsStageKeepsItsSlotUntilTheStageCompletes() throws Exception {
        CompletableFuture<Void> stage = new CompletableFuture<>();
        HandlerSlots slots = manual(delivery -> {
            delivery.ack();
            return stage;
        });
        start(slots, "1-0");
        endings.next();

        assertThat(slots.free()).isZero();
        stage.complete(null);
        settled(slots);
    }

    @Test
    void firstSettlementCounts() throws Exception {
        HandlerSlots slots = settling(delivery -> {
            delivery.retry();
            delivery.ack();
            delivery.retry(Duration.ZERO);
        });
        start(slots, "1-0");
        settled(slots);

        assertThat(endings.outcome()).isEqualTo(new Outcome.RetryAsked(Optional.empty()));
        endings.noMore();
    }

    @Test
    void throwSettlesAsFailed() throws Exception {
        HandlerSlots slots = manual(delivery -> {
            throw new IOException("disk full");
        });
        start(slots, "1-0");

        assertThat(endings.failure()).hasMessage("disk full");
        settled(slots);
    }

    @Test
    void failureAfterTheAckChangesNothingAndIsLogged() throws Exception {
        try (CapturedLog log = new CapturedLog(HandlerSlots.class)) {
            HandlerSlots slots = manual(delivery -> {
                delivery.ack();
                throw new IOException("disk full");
            });
            start(slots, "1-0");
            settled(slots);

            assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
            endings.noMore();
            assertThat(log.lines())
                    .containsExactly("WARNING orders/billing: message 1-0 was settled before its handler failed."
                            + " That failure changes nothing; settle as the last step of the handler.");
        }
    }

    @Test
    void settlingIsAwaitedOnceTheHandlerReturned() throws Exception {
        Signal gate = gate();
        HandlerSlots slots = settling(delivery -> {
            taken.add(delivery);
            gate.await();
        });
        HandlerRun run = start(slots, "1-0");
        Delivery delivery = taken.take();
        assertThat(run.awaitsSettling()).isFalse();
        gate.give();
        slots.close();
        made.element().join();

        assertThat(run.awaitsSettling()).isTrue();
        delivery.ack();
        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
    }

    @Test
    void deliveryWhoseLeaseRanOutCountsAsFailed() throws Exception {
        HandlerSlots slots = settling(taken::add);
        HandlerRun run = start(slots, "1-0");
        Delivery delivery = taken.take();
        run.expire();
        delivery.ack();

        assertThat(endings.failure())
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("message 1-0: it was not settled before its lease ran out."
                        + " Call ack or retry on every path of the handler.");
        settled(slots);
        endings.noMore();
    }

    @Test
    void whoFindsALeaseRunOutIsNotHeldUpByTheSettling() throws Exception {
        HandlerSlots slots = settling(taken::add);
        Signal gate = gate();
        HandlerRun run = slots.start(message("1-0"), outcome -> {
                    gate.await();
                    endings.accept(outcome);
                })
                .orElseThrow();
        Delivery delivery = taken.take();
        run.expireLater();
        delivery.ack();
        endings.noMore();

        gate.give();
        assertThat(endings.failure()).isInstanceOf(IllegalStateException.class);
        settled(slots);
        endings.noMore();
    }

    @Test
    void leaseThatRunsOutAfterTheAckChangesNothing() throws Exception {
        HandlerSlots slots = settling(Delivery::ack);
        HandlerRun run = start(slots, "1-0");
        settled(slots);
        run.expire();

        assertThat(endings.outcome()).isEqualTo(new Outcome.Done());
        endings.noMore();
        assertThat(slots.free()).isEqualTo(1);
    }

    @Test
    void interruptOfWhoeverSettlesIsKeptFromTheBrokerAndNotLost() throws Exception {
        HandlerSlots slots = settling(taken::add);
        start(slots, "1-0");
        Delivery delivery = taken.take();
        Thread.currentThread().interrupt();
        delivery.ack();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(endings.next().interrupted()).isFalse();
        settled(slots);
    }

    @Test
    void messageIsTheOneDelivered() throws Exception {
        start(settling(taken::add), "1-0");
        Delivery delivery = taken.take();

        assertThat(delivery.message().id()).isEqualTo("1-0");
        delivery.ack();
    }
}
