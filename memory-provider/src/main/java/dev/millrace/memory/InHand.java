package dev.millrace.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.millrace.BrokerMessage;
import dev.millrace.memory.internal.Lease;
import dev.millrace.spi.HandlerRun;
import org.jspecify.annotations.Nullable;

/** A delivery between its start and its settling: where its handler is, and what is to happen to it when. */
final class InHand {

    /**
     * How long a delivery may take. Zero means without limit.
     *
     * @param slowAfter from the start to the report of a slow handler
     * @param maxRuntime from the start to the end of the lease's renewing
     * @param lease from the last renewal to the end of the lease
     */
    record Limits(Duration slowAfter, Duration maxRuntime, Duration lease) {}

    final Lease lease;
    final BrokerMessage message;
    private final Limits limits;
    private @Nullable HandlerRun run;
    private @Nullable Thread thread;
    private @Nullable Instant startedAt;
    private @Nullable Instant returnedAt;
    private boolean stageOpen;
    private boolean stageComplete;
    private boolean settled;
    private boolean slowReported;
    private boolean lapsed;
    private boolean expired;
    private boolean ended;

    InHand(Lease lease, BrokerMessage message, Limits limits) {
        this.lease = lease;
        this.message = message;
        this.limits = limits;
    }

    synchronized void runsAs(HandlerRun value) {
        run = value;
    }

    /** The handler is about to be called; {@code false} where the process has died before. */
    synchronized boolean begin(Instant now) {
        if (!ended) {
            thread = Thread.currentThread();
            startedAt = now;
        }
        return !ended;
    }

    /** The call of the handler ended. */
    synchronized void leave() {
        thread = null;
    }

    /** The call of the handler returned a stage. */
    synchronized void awaitStage() {
        stageOpen = !stageComplete;
    }

    /** The stage of the handler is complete. */
    synchronized void completeStage() {
        stageComplete = true;
        stageOpen = false;
    }

    /** What the delivery led to has happened. */
    synchronized void settle() {
        settled = true;
    }

    /** Whether it is settled, and its handler done: by hand, the one may come before the other. */
    synchronized boolean isOver() {
        return settled && thread == null && !stageOpen;
    }

    /** The handler is done with it but for settling by hand. */
    synchronized void awaitSettling(Instant now) {
        returnedAt = now;
    }

    /** Ends it from outside; returns where it was. */
    synchronized Lease.Death end() {
        ended = true;
        return startedAt == null ? Lease.Death.HELD : Lease.Death.RUNNING;
    }

    /** Whether it keeps its slot with no thread at work: its end may depend on anything, a publish too. */
    synchronized boolean isOffThread() {
        return stageOpen || returnedAt != null;
    }

    synchronized boolean isAwaitingSettling() {
        return returnedAt != null;
    }

    synchronized Optional<Thread> thread() {
        return Optional.ofNullable(thread);
    }

    /** Whether the handler is to be reported as slow now: once. */
    synchronized boolean isSlow(Instant now) {
        boolean due = !slowAt().isAfter(now);
        slowReported |= due;
        return due;
    }

    /** Since when the lease is not renewed any more, where that is new. */
    synchronized Optional<Instant> lapse(Instant now) {
        Instant at = lapsesAt();
        lapsed = !at.isAfter(now);
        return lapsed ? Optional.of(at) : Optional.empty();
    }

    /** The run whose time to be settled by hand is over, where that is new. */
    synchronized Optional<HandlerRun> expire(Instant now) {
        if (run == null || expiresAt().isAfter(now)) {
            return Optional.empty();
        }
        expired = true;
        return Optional.of(run);
    }

    /** When one of these is due next; {@link Instant#MAX} for never. */
    synchronized Instant next() {
        return earlier(slowAt(), earlier(lapsesAt(), expiresAt()));
    }

    private Instant slowAt() {
        return slowReported || returnedAt != null ? Instant.MAX : limit(startedAt, limits.slowAfter());
    }

    private Instant lapsesAt() {
        return lapsed
                ? Instant.MAX
                : earlier(limit(startedAt, limits.maxRuntime()), returnedAt == null ? Instant.MAX : returnedAt);
    }

    private Instant expiresAt() {
        return expired ? Instant.MAX : limit(returnedAt, limits.lease());
    }

    private static Instant limit(@Nullable Instant start, Duration limit) {
        return start == null || limit.isZero() ? Instant.MAX : start.plus(limit);
    }

    private static Instant earlier(Instant one, Instant other) {
        return other.isBefore(one) ? other : one;
    }
}
