package dev.millrace;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A subscription that tells when it is over, so that a registry that lives long need not keep it for ever, and that is
 * not resumed once its registry is paused.
 */
class RegisteredSubscription implements Subscription {

    private final Subscription subscription;
    private final BooleanSupplier isForGood;
    private final Object pausing = new Object();
    private volatile boolean closed;

    /**
     * A subscription of a registry.
     *
     * @param isForGood whether the registry is paused; it says so before it pauses its subscriptions
     */
    RegisteredSubscription(Subscription subscription, BooleanSupplier isForGood) {
        this.subscription = subscription;
        this.isForGood = isForGood;
    }

    /** Closed, and with nothing in hand that a drain would have to wait for. */
    boolean isOver() {
        return closed && subscription.awaitIdle(Duration.ZERO);
    }

    @Override
    public String topic() {
        return subscription.topic();
    }

    @Override
    public String group() {
        return subscription.group();
    }

    @Override
    public long unhandled() {
        return subscription.unhandled();
    }

    @Override
    public void pause() {
        synchronized (pausing) {
            subscription.pause();
        }
    }

    @Override
    public void resume() {
        // Or the registry's pause, coming between the question and the resume, would be undone.
        synchronized (pausing) {
            if (!isForGood.getAsBoolean()) {
                subscription.resume();
            }
        }
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        return subscription.awaitIdle(timeout);
    }

    @Override
    public void close() {
        subscription.close();
        closed = true;
    }

    @Override
    public String toString() {
        return subscription.toString();
    }
}
