package dev.millrace;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** Pauses, awaits and closes subscriptions, so that the failure of one is no loss to the others. */
final class Drain {

    private final List<? extends Subscription> subscriptions;
    private boolean idle = true;
    private @Nullable RuntimeException failure;

    Drain(List<? extends Subscription> subscriptions) {
        this.subscriptions = subscriptions;
    }

    void pause() {
        forEach(Subscription::pause);
        throwFailure();
    }

    /** An interrupt that the thread came with, as servers leave one at shutdown, is no wish to cut the drain short. */
    boolean within(Duration timeout) {
        boolean interrupted = Thread.interrupted();
        try {
            long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
            forEach(Subscription::pause);
            forEach(subscription -> {
                long left = Math.max(0, deadline - System.nanoTime());
                idle &= subscription.awaitIdle(Duration.ofNanos(left));
            });
            forEach(Subscription::close);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        throwFailure();
        return idle;
    }

    // Compared by identity: an exception cannot suppress itself.
    @SuppressWarnings("ReferenceEquality")
    private void forEach(Consumer<Subscription> step) {
        for (Subscription subscription : subscriptions) {
            try {
                step.accept(subscription);
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
    }

    private void throwFailure() {
        if (failure != null) {
            throw failure;
        }
    }
}
