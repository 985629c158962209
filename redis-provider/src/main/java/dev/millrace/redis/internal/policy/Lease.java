package dev.millrace.redis.internal.policy;

import java.time.Duration;

/**
 * How long a message in hand is safe from being taken over.
 *
 * @param length without a renewal
 */
public record Lease(Duration length) {

    /** Where claims are turned off here, the lease is still kept for replicas that have them on. */
    private static final Duration WITHOUT_CLAIMS = Duration.ofSeconds(60);

    /** The lease that goes with a claim time; zero is none. */
    public static Lease of(Duration claimAfter) {
        return new Lease(claimAfter.isZero() ? WITHOUT_CLAIMS : claimAfter);
    }

    /** Renewed this often it survives one renewal that fails. */
    public Duration renewEvery() {
        return length.dividedBy(3);
    }

    /**
     * The pause before a renewal that failed is tried again.
     *
     * @param failures in a row, 1 for the first
     * @param jitter 0 to 1, at random
     */
    public Duration renewAgainAfter(int failures, double jitter) {
        Duration pause = ReconnectBackoff.pause(failures, jitter);
        return pause.compareTo(renewEvery()) < 0 ? pause : renewEvery();
    }

    /** Whether an entry that was read or renewed so long ago, counted from the sending, must be renewed before it starts. */
    public boolean mayHaveRunOut(Duration sinceSent) {
        return sinceSent.compareTo(renewEvery().multipliedBy(2)) >= 0;
    }

    /** Whether it has run out without a renewal. */
    public boolean isOver(Duration sinceRenewed) {
        return sinceRenewed.compareTo(length) >= 0;
    }

    /**
     * How long nothing of others is claimed after an outage. Idle time ran on while nobody could renew, so
     * the others must get their turn first.
     */
    public Duration graceAfter(Duration outage) {
        return outage.compareTo(renewEvery()) > 0 ? length : Duration.ZERO;
    }
}
