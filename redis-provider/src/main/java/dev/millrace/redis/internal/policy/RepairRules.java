package dev.millrace.redis.internal.policy;

import java.time.Duration;

import dev.millrace.spi.FailurePolicy;

/**
 * What a consumer goes by when it looks through the pending entries of its group.
 *
 * @param failures decides between a further delivery and the dead letters
 * @param self this consumer's name
 * @param parked the consumer that holds what was handed back, and which every member treats as its own
 * @param claimAfter how long an entry of another must be idle to be taken over; zero takes nothing
 * @param renewAfter how long an entry in hand may be idle before its lease is renewed out of turn
 */
public record RepairRules(
        FailurePolicy failures, String self, String parked, Duration claimAfter, Duration renewAfter) {

    boolean isOurs(PendingRow row) {
        return row.consumer().equals(self) || row.consumer().equals(parked);
    }

    /** The same rules with nothing of others taken over. */
    public RepairRules withoutClaims() {
        return new RepairRules(failures, self, parked, Duration.ZERO, renewAfter);
    }
}
