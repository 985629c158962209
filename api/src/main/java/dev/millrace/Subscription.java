package dev.millrace;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * A running consumer of one topic: in a group, or a {@link BroadcastSubscription}. Thread-safe; every method may
 * be called again without harm.
 */
public interface Subscription extends AutoCloseable {

    /** The topic consumed. */
    String topic();

    /** The group consumed in; empty for a broadcast, which has none. */
    String group();

    /** How many messages were acked here because no live member of the group handles their event. */
    default long unhandled() {
        return 0;
    }

    /** Starts nothing new from the moment it returns, and does not wait for what is in hand. */
    void pause();

    /**
     * Takes up work again after {@link #pause()}, on other threads than the caller's. Without effect once closed, or
     * once the {@link ConsumerRegistry} that started it was paused or drained.
     */
    void resume();

    /**
     * Waits until no handler of this subscription is running and all that ran is settled. Paused, that is
     * the drain; not paused, a moment between two messages.
     *
     * @return whether that was so within the time; {@code false} at once where it would have to wait and the thread
     *     is interrupted
     */
    boolean awaitIdle(Duration timeout);

    /**
     * Stops for good without waiting for what is in hand. What is held but not started goes back uncounted
     * and open to every member of the group; a broadcast, which shares nothing, forgets it. A handler still running may finish, and its success is acked
     * while the broker is open; otherwise its message stays pending.
     */
    @Override
    void close();

    /**
     * Drains subscriptions against one deadline: pauses all of them, waits for what they have in hand, and
     * closes them all, whatever one of them throws, which is thrown in the end. Called from a handler it
     * waits in vain for that handler itself.
     *
     * @return whether all were idle within the time
     */
    static boolean drain(Collection<? extends Subscription> subscriptions, Duration timeout) {
        return new Drain(List.copyOf(subscriptions)).within(timeout);
    }
}
