package dev.millrace.redis.internal.policy;

import java.time.Duration;

import dev.millrace.spi.FailurePolicy;
import dev.millrace.spi.Verdict;

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

    /**
     * Whether a delivery must be the only one of its kind that runs here: it is the last one allowed, and how
     * the one before ended is not known, so any of these messages may be what ended the process that had
     * them. Side by side, the guilty one would take the others along for good.
     *
     * @param sinceJoined how long this process has been in the group: what is idle longer was last had by
     *     another
     */
    public boolean runsAlone(PendingRow row, Duration sinceJoined) {
        boolean fromAnotherProcess = !row.consumer().equals(parked)
                && (!row.consumer().equals(self) || row.idle().compareTo(sinceJoined) > 0);
        return fromAnotherProcess
                && row.deliveries() > 0
                && failures.after(row.deliveries() + 1, null) instanceof Verdict.GiveUp;
    }

    /** The same rules with nothing of others taken over. */
    public RepairRules withoutClaims() {
        return new RepairRules(failures, self, parked, Duration.ZERO, renewAfter);
    }
}
