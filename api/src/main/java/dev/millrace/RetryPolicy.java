package dev.millrace;

import java.time.Duration;

/**
 * How often, and how far apart, a message is delivered that its handler fails on.
 *
 * @param maxDeliveries how many times the handler runs at most, the first included; 1 or more
 * @param retryAfter the gap after the first failure; zero retries at once
 */
public record RetryPolicy(int maxDeliveries, Duration retryAfter) {

    /** Five deliveries, 5 s after the first failure. */
    public static final RetryPolicy DEFAULT = new RetryPolicy(5, Duration.ofSeconds(5));

    /** The gap grows to at most this many times {@link #retryAfter()}. */
    public static final int GAP_CAP = 32;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if {@code maxDeliveries} is below 1, or {@code retryAfter} negative
     *     or longer than 365 days
     */
    public RetryPolicy {
        Require.atLeast("maxDeliveries", 1, maxDeliveries);
        Require.notNegative("retryAfter", retryAfter);
    }

    /**
     * The gap between the failure of a delivery and the next one: {@code retryAfter × 2^(n−1)}, at most
     * {@code × 32}.
     *
     * @param deliveries the delivery that failed, 1 for the first
     */
    public Duration gapAfter(int deliveries) {
        int doublings = Math.max(0, Math.min(deliveries - 1, 5));
        return retryAfter.multipliedBy(Math.min(GAP_CAP, 1 << doublings));
    }

    /** Whether a message delivered this many times has no further delivery left. */
    public boolean exhaustedBy(int deliveries) {
        return deliveries >= maxDeliveries;
    }
}
