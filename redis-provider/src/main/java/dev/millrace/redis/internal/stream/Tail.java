package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

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
    private final List<TailSubscription> subscriptions = new CopyOnWriteArrayList<>();
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
            subscriptions.add(subscription);
            if (loop == null) {
                loop = new TailLoop(shared, subscriptions, this::mayEnd);
                loop.start();
            }
        }
        wake();
        subscription.awaitPlace(shared.outage().isGoing() ? Duration.ZERO : PATIENCE);
        return subscription;
    }

    /** The subscribers now. */
    public List<? extends Subscription> subscriptions() {
        return List.copyOf(subscriptions);
    }

    private void wake() {
        TailLoop current;
        synchronized (this) {
            current = loop;
        }
        if (current != null) {
            current.wake();
        }
    }

    private void forget(TailSubscription ended) {
        subscriptions.remove(ended);
        TailLoop current;
        synchronized (this) {
            current = loop;
        }
        if (current == null) {
            return;
        }
        if (subscriptions.isEmpty()) {
            current.end();
        } else {
            current.wake();
        }
    }

    /** Whether the loop, having nobody to read for, ends now; otherwise somebody has come. */
    private synchronized boolean mayEnd() {
        boolean ends = subscriptions.isEmpty();
        if (ends) {
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
        subscriptions.forEach(TailSubscription::close);
    }
}
