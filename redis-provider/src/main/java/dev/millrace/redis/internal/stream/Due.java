package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.Optional;

/** When the next pending entry that this process knows of becomes due. Thread-safe. */
final class Due {

    private boolean known;
    private long at;

    /** Whether this is sooner than what was known. */
    synchronized boolean in(Duration wait) {
        long due = System.nanoTime() + wait.toNanos();
        if (known && at - due <= 0) {
            return false;
        }
        known = true;
        at = due;
        return true;
    }

    synchronized Optional<Duration> left() {
        return known ? Optional.of(Duration.ofNanos(at - System.nanoTime())) : Optional.empty();
    }

    synchronized boolean isOver() {
        return known && at - System.nanoTime() <= 0;
    }

    /** Before a look at all that is pending, which finds it anew; what fails meanwhile adds to what it finds. */
    synchronized void forget() {
        known = false;
    }
}
