package dev.millrace;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A broadcast subscription that tells when it is over. */
final class RegisteredBroadcast extends RegisteredSubscription implements BroadcastSubscription {

    private final BroadcastSubscription subscription;

    RegisteredBroadcast(BroadcastSubscription subscription, BooleanSupplier isForGood) {
        super(subscription, isForGood);
        this.subscription = subscription;
    }

    /** It may also have ended by itself, which nobody closes. */
    @Override
    boolean isOver() {
        return super.isOver() || (failure().isPresent() && awaitIdle(Duration.ZERO));
    }

    @Override
    public String group() {
        return subscription.group();
    }

    @Override
    public Optional<String> position() {
        return subscription.position();
    }

    @Override
    public long dropped() {
        return subscription.dropped();
    }

    @Override
    public Optional<BrokerException> failure() {
        return subscription.failure();
    }
}
