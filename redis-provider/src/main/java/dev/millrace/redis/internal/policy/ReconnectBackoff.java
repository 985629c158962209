package dev.millrace.redis.internal.policy;

import java.time.Duration;

/** The pause before trying again: it grows, is spread so that replicas do not come back in step, and ends at 5 s. */
public final class ReconnectBackoff {

    /** No pause is longer. */
    public static final Duration LONGEST = Duration.ofSeconds(5);

    private static final long FIRST_MILLIS = 50;

    private ReconnectBackoff() {}

    /**
     * The pause after so many failures in a row.
     *
     * @param failures 1 for the first
     * @param jitter 0 to 1, at random
     */
    public static Duration pause(int failures, double jitter) {
        int doublings = Math.max(0, Math.min(failures - 1, 10));
        long full = Math.min(LONGEST.toMillis(), FIRST_MILLIS << doublings);
        return Duration.ofMillis(Math.round(full * (0.5 + 0.5 * jitter)));
    }
}
