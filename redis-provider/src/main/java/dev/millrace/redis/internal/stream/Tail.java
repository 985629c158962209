package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.List;

import dev.millrace.BroadcastSubscription;
import dev.millrace.DeliveryHandler;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscription;
import org.jspecify.annotations.Nullable;

/** All broadcast subscribers of one broker: they share one thread and one connection while there are any. Thread-safe. */
public final class Tail {

    /** Long enough to be at the present when the server is there, short enough to start an application without it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Shared shared;
    private @Nullable TailLoop loop;
    private boolean closed;

    Tail(Shared shared) {
        this.shared = shared;
    }

    /**
     * Starts a subscriber.
     *
     * @throws IllegalArgumentException if its position is after an id that is none
     * @throws IllegalStateException if closed
     */
    public BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler) {
        TailSubscription subscription = new TailSubscription(shared, topic, options, handler, this::wake, this::forget);
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException(
                        "Subscriber of " + topic + ": the broker is closed. Start subscribers before.");
            }
            if (loop == null) {
                TailLoop started = new TailLoop(shared, this::mayEnd);
                started.start();
                loop = started;
            }
            loop.add(subscription);
        }
        subscription.awaitPlace(shared.outage().isGoing() ? Duration.ZERO : PATIENCE);
        return subscription;
    }

    /** The subscribers now. */
    public List<? extends Subscription> subscriptions() {
        return current();
    }

    private List<TailSubscription> current() {
        TailLoop reading = reading();
        return reading == null ? List.of() : reading.subscriptions();
    }

    private synchronized @Nullable TailLoop reading() {
        return loop;
    }

    private void wake() {
        TailLoop reading = reading();
        if (reading != null) {
            reading.wake();
        }
    }

    private void forget(TailSubscription ended) {
        TailLoop reading = reading();
        if (reading == null) {
            return;
        }
        reading.remove(ended);
        if (mayEnd(reading)) {
            reading.end();
        } else {
            reading.wake();
        }
    }

    /** Whether a loop ends, having nobody to read for: nobody comes to it any more, the next gets one of their own. */
    private synchronized boolean mayEnd(TailLoop reading) {
        boolean ends = reading.isEmpty();
        if (ends && reading.equals(loop)) {
            loop = null;
        }
        return ends;
    }

    /** Starts no subscriber any more. */
    public synchronized void refuseMore() {
        closed = true;
    }

    /** Ends all of them without waiting for what is in hand. */
    public void close() {
        refuseMore();
        current().forEach(TailSubscription::close);
    }
}
