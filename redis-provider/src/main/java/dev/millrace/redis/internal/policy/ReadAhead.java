package dev.millrace.redis.internal.policy;

import java.time.Duration;

/**
 * How many entries may be held for a handler beyond those it works on: about what it starts within a second,
 * for another replica could run the rest now.
 *
 * @param batchSize the most, however fast the handler is
 */
public record ReadAhead(int concurrency, int batchSize) {

    private static final Duration WITHIN = Duration.ofSeconds(1);

    /**
     * With nothing known of the handler yet, nothing; nor where a message may run once only, which a crash
     * would count against those held too.
     *
     * @param maxDeliveries how often a message may run
     */
    public int limit(HandlerPace pace, int maxDeliveries) {
        if (maxDeliveries == 1 || !pace.isKnown()) {
            return 0;
        }
        long starts = WITHIN.toNanos() / Math.max(1, pace.nanos()) * concurrency;
        return (int) Math.min(batchSize, starts);
    }
}
