package dev.millrace.spi;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import org.jspecify.annotations.Nullable;

/**
 * One delivery in a slot of {@link HandlerSlots}. Thread-safe.
 *
 * <p>It is over when it is settled and the handler has returned, in whichever order.
 */
public final class HandlerRun {

    private final HandlerSlots slots;
    private final BrokerMessage message;
    private final AckMode ack;
    private final Consumer<Outcome> settle;
    private volatile @Nullable Thread thread;
    private volatile boolean returned;
    private boolean settling;
    private boolean settled;
    private boolean over;

    HandlerRun(HandlerSlots slots, BrokerMessage message, AckMode ack, Consumer<Outcome> settle) {
        this.slots = slots;
        this.message = message;
        this.ack = ack;
        this.settle = settle;
    }

    /** The message being handled. */
    public BrokerMessage message() {
        return message;
    }

    /** The thread the handler is running on; empty before it starts and after it returned. */
    public Optional<Thread> thread() {
        return Optional.ofNullable(thread);
    }

    /**
     * Whether the handler is done with the message but for settling it by hand: from then on the lease of
     * an {@link AckMode#MANUAL} delivery is not renewed.
     */
    public boolean awaitsSettling() {
        return ack == AckMode.MANUAL && returned;
    }

    /** Counts the delivery as failed, unless it is settled: its lease has run out. */
    public void expire() {
        settle(unsettled());
    }

    /**
     * The same at once, but told on a thread of the slots: for who looks after leases, and must not be held up
     * by a broker that does not take the failure.
     */
    public void expireLater() {
        if (beginSettling()) {
            slots.settleLater(() -> conclude(unsettled()));
        }
    }

    private Outcome unsettled() {
        return new Outcome.Failed(new IllegalStateException("message " + message.id()
                + ": it was not settled before its lease ran out. Call ack or retry on every path of the handler."));
    }

    void call(DeliveryHandler handler) {
        if (!slots.mayBegin()) {
            returned = true;
            settle(new Outcome.NotStarted());
            return;
        }
        thread = Thread.currentThread();
        try {
            CompletionStage<?> stage = handled(handler);
            // What the handler left of an interrupt must not reach the settling, nor the next message.
            Thread.interrupted();
            followStage(stage);
        } catch (Throwable failure) {
            Thread.interrupted();
            returned(failure);
        }
    }

    /** The class loader that a handler sets on the thread must not reach the next message. */
    private CompletionStage<?> handled(DeliveryHandler handler) throws Exception {
        Thread caller = Thread.currentThread();
        ClassLoader before = caller.getContextClassLoader();
        try {
            return handler.handle(new SettledByHand());
        } finally {
            caller.setContextClassLoader(before);
        }
    }

    private void followStage(@Nullable CompletionStage<?> stage) {
        if (stage == null) {
            throw new IllegalStateException("the handler returned null instead of a stage. Return a CompletionStage.");
        }
        Thread caller = Thread.currentThread();
        boolean[] inCall = {true};
        stage.whenComplete((value, failure) -> {
            if (Thread.currentThread() == caller && inCall[0]) {
                returned(failure);
            } else {
                slots.settleLater(() -> returned(failure));
            }
        });
        inCall[0] = false;
        thread = null;
    }

    private void returned(@Nullable Throwable failure) {
        thread = null;
        returned = true;
        if (failure instanceof NotGiven) {
            settle(new Outcome.NotStarted());
        } else if (failure != null) {
            if (!settle(new Outcome.Failed(unwrapped(failure)))) {
                slots.reportTooLate(message, failure);
            }
        } else if (ack == AckMode.AUTO) {
            settle(new Outcome.Done());
        }
        endIfOver();
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    /** Settles, once; whether this was the call that did. */
    private boolean settle(Outcome outcome) {
        boolean first = beginSettling();
        if (first) {
            conclude(outcome);
        }
        return first;
    }

    private synchronized boolean beginSettling() {
        boolean first = !settling;
        settling = true;
        return first;
    }

    private void conclude(Outcome outcome) {
        // An interrupt is the matter of whoever settles: it must not cut off the broker's work, nor be lost.
        boolean interrupted = Thread.interrupted();
        try {
            settle.accept(outcome);
        } catch (Throwable failure) {
            slots.reportUnsettled(message, failure);
        }
        synchronized (this) {
            settled = true;
        }
        endIfOver();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void endIfOver() {
        synchronized (this) {
            if (over || !settled || !returned) {
                return;
            }
            over = true;
        }
        slots.finished(this);
    }

    /** The delivery as the handler sees it. */
    private final class SettledByHand implements Delivery {

        @Override
        public BrokerMessage message() {
            return message;
        }

        @Override
        public void ack() {
            settleByHand(new Outcome.Done());
        }

        @Override
        public void retry() {
            settleByHand(new Outcome.RetryAsked(Optional.empty()));
        }

        @Override
        public void retry(Duration after) {
            String subject = "retry of message " + message.id();
            if (after == null) {
                throw new IllegalArgumentException(subject + ": a wait is needed (was null). Use zero for at once.");
            }
            if (after.isNegative()) {
                throw new IllegalArgumentException(
                        subject + ": the wait must not be negative (was " + after + "). Use zero for at once.");
            }
            settleByHand(new Outcome.RetryAsked(Optional.of(after)));
        }

        private void settleByHand(Outcome outcome) {
            if (ack != AckMode.MANUAL) {
                throw new IllegalStateException(
                        "message " + message.id()
                                + ": it is settled by the handler's return (was ack AUTO). Ask for ack MANUAL to settle by hand.");
            }
            settle(outcome);
        }
    }
}
