package dev.millrace;

import java.time.Duration;

/** A subscription that tells when it is over, so that a registry that lives long need not keep it for ever. */
class RegisteredSubscription implements Subscription {

    private final Subscription subscription;
    private volatile boolean closed;

    RegisteredSubscription(Subscription subscription) {
        this.subscription = subscription;
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
        subscription.pause();
    }

    @Override
    public void resume() {
        subscription.resume();
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
