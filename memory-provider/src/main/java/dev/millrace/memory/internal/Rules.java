package dev.millrace.memory.internal;

import java.time.Duration;
import java.util.Optional;

import dev.millrace.spi.FailurePolicy;
import dev.millrace.spi.Verdict;

/**
 * What a member of a group goes by.
 *
 * @param claimAfter how long another consumer's entry is idle before it is claimed; zero for never
 * @param redeliver whether anything is delivered a second time
 */
public record Rules(FailurePolicy failures, Duration claimAfter, boolean redeliver) {

    /** The gap before an entry may be taken again; empty where it never may. */
    Optional<Duration> gapAfter(int deliveries) {
        if (deliveries == 0) {
            return Optional.of(Duration.ZERO);
        }
        if (!redeliver) {
            return Optional.empty();
        }
        // Without a delivery left there is nothing to wait for: a dead letter is never delayed.
        return Optional.of(
                failures.after(deliveries, null) instanceof Verdict.Retry retry ? retry.gap() : Duration.ZERO);
    }

    boolean claims() {
        return !claimAfter.isZero();
    }
}
