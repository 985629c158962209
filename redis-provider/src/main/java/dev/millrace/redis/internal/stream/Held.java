package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.Optional;

import dev.millrace.spi.HandlerRun;
import org.jspecify.annotations.Nullable;

/** An entry that this process has: read or claimed, in hand, or settled without an answer yet. */
final class Held {

    final EntryFields.Reading reading;
    final int deliveries;
    final long bytes;
    private volatile long heldSince = System.nanoTime();

    private volatile long leasedAt;
    private volatile @Nullable HandlerRun run;
    private volatile long startedAt;
    private volatile boolean leased = true;
    private volatile boolean settling;
    private volatile boolean lost;
    private volatile boolean replaced;
    private volatile boolean inDoubt;
    private volatile boolean alone;
    private boolean reported;

    /**
     * An entry.
     *
     * @param sentAt when the command that brought it was sent: its lease is no younger than that
     */
    Held(StreamEntry entry, int deliveries, long sentAt) {
        this.reading = EntryFields.read(entry);
        this.bytes = entry.bytes();
        this.deliveries = deliveries;
        this.leasedAt = sentAt;
    }

    String id() {
        return reading.id();
    }

    long heldSince() {
        return heldSince;
    }

    /** Its key is free: from now on it is for a slot that it waits. */
    void waitsForSlot() {
        heldSince = System.nanoTime();
    }

    long leasedAt() {
        return leasedAt;
    }

    void renewed(long sentAt) {
        leasedAt = sentAt;
        inDoubt = false;
    }

    /** Before its handler starts. */
    void starting() {
        startedAt = System.nanoTime();
    }

    void running(HandlerRun started) {
        run = started;
    }

    /** It had a slot and did not start: from now on it waits for another. */
    void notStarted() {
        run = null;
        waitsForSlot();
    }

    /** How long ago its handler started. */
    Duration runningFor() {
        return Duration.ofNanos(System.nanoTime() - startedAt);
    }

    Optional<HandlerRun> run() {
        return Optional.ofNullable(run);
    }

    boolean isLeased() {
        return leased && !lost;
    }

    void endLease() {
        leased = false;
    }

    /** It was to be handed back, which failed: it is kept, but may have been given away all the same. */
    void keptInDoubt() {
        inDoubt = true;
        leased = true;
    }

    /** Whether only a renewal can tell if it is still ours. */
    boolean isInDoubt() {
        return inDoubt;
    }

    boolean isSettling() {
        return settling;
    }

    void settling() {
        settling = true;
    }

    /** It is another consumer's: a failure here changes nothing any more. */
    void lost() {
        lost = true;
    }

    boolean isLost() {
        return lost;
    }

    /** Its stream is gone, and another entry has its id: what becomes of it is nothing to the server. */
    void replaced() {
        replaced = true;
        leased = false;
    }

    boolean isReplaced() {
        return replaced;
    }

    /** No other of its kind may start before this one is settled. */
    void alone() {
        alone = true;
    }

    boolean isAlone() {
        return alone;
    }

    /** True the first time it is asked, for what is told once. */
    boolean reportOnce() {
        boolean first = !reported;
        reported = true;
        return first;
    }
}
