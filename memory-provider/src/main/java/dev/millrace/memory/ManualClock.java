package dev.millrace.memory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A clock that stands until it is told to move, for tests. A broker that goes by it notices every move:
 * retries, claims and the end of leases that became due are started promptly, on the broker's threads, after
 * {@link #advance} has returned. Thread-safe.
 */
public final class ManualClock extends Clock {

    /** What this clock and its views in other zones have in common. */
    private static final class Hands {

        private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
        private Instant now;

        Hands(Instant now) {
            this.now = now;
        }

        synchronized Instant now() {
            return now;
        }

        synchronized void move(Duration duration) {
            now = now.plus(duration);
        }
    }

    private final Hands hands;
    private final ZoneId zone;

    private ManualClock(Hands hands, ZoneId zone) {
        this.hands = hands;
        this.zone = zone;
    }

    /** A clock that stands at an instant, in UTC. */
    public static ManualClock startingAt(Instant instant) {
        return new ManualClock(new Hands(Require.notNull("instant", instant)), ZoneOffset.UTC);
    }

    /** Moves the clock on; back, with a negative duration, as an operator might. */
    public void advance(Duration duration) {
        hands.move(duration);
        hands.watchers.forEach(Runnable::run);
    }

    @Override
    public Instant instant() {
        return hands.now();
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    /** The same clock, moving with this one, in another zone. */
    @Override
    public ManualClock withZone(ZoneId other) {
        return new ManualClock(hands, other);
    }

    /** Calls the watcher after every move, on the thread that moves the clock. */
    void watch(Runnable watcher) {
        hands.watchers.add(watcher);
    }

    void unwatch(Runnable watcher) {
        hands.watchers.remove(watcher);
    }

    @Override
    public String toString() {
        return "ManualClock[" + hands.now() + "]";
    }
}
