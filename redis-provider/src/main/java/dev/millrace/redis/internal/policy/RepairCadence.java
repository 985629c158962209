package dev.millrace.redis.internal.policy;

import java.time.Duration;
import java.util.Optional;

/**
 * When the pending entries are looked through: when something is due, in an idle moment, and under load at
 * least every {@code max(retryAfter, blockFor)}.
 */
public record RepairCadence(Duration retryAfter, Duration blockFor) {

    /**
     * Where a consumer stands.
     *
     * @param sincePass how long since the last pass; empty before the first
     * @param dueIn when the next entry that is known of becomes due
     * @param cutShort whether the last pass left something due behind
     * @param readSincePass whether new messages were asked for after the last pass
     * @param readEmpty whether the last read came back empty
     */
    public record Standing(
            Optional<Duration> sincePass,
            Optional<Duration> dueIn,
            boolean cutShort,
            boolean readSincePass,
            boolean readEmpty) {}

    /** Whether it is time for a pass. */
    public boolean isDue(Standing standing) {
        if (standing.sincePass().isEmpty()) {
            return true;
        }
        if (!standing.readSincePass()) {
            // Due retries and new messages take turns.
            return false;
        }
        if (standing.cutShort()
                || standing.dueIn().filter(RepairCadence::isOver).isPresent()) {
            return true;
        }
        Duration rest = standing.readEmpty() ? blockFor : longest();
        return standing.sincePass().get().compareTo(rest) >= 0;
    }

    /** How long a read may wait for messages without making a pass late; zero for not at all. */
    public Duration block(Standing standing) {
        if (standing.cutShort()) {
            return Duration.ZERO;
        }
        Duration due = standing.dueIn().orElse(blockFor);
        Duration shorter = due.compareTo(blockFor) < 0 ? due : blockFor;
        return shorter.isNegative() ? Duration.ZERO : shorter;
    }

    private Duration longest() {
        return retryAfter.compareTo(blockFor) > 0 ? retryAfter : blockFor;
    }

    private static boolean isOver(Duration dueIn) {
        return dueIn.isZero() || dueIn.isNegative();
    }
}
