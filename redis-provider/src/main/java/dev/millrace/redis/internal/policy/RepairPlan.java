package dev.millrace.redis.internal.policy;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.millrace.redis.internal.policy.RepairAction.Claim;
import dev.millrace.redis.internal.policy.RepairAction.DeadLetter;
import dev.millrace.redis.internal.policy.RepairAction.Renew;
import dev.millrace.redis.internal.policy.RepairAction.Resume;
import dev.millrace.redis.internal.policy.RepairAction.Retry;
import dev.millrace.redis.internal.policy.RepairAction.Skip;
import dev.millrace.spi.Verdict;

/**
 * What to do about a page of pending entries, one action a row: what needs no slot first, then what runs,
 * oldest entry first.
 */
public record RepairPlan(List<RepairAction> actions) {

    /** Plans for a page, which is in the order of its ids. */
    public static RepairPlan of(List<PendingRow> rows, RepairRules rules, Holdings holdings) {
        return new RepairPlan(rows.stream()
                .map(row -> actionFor(row, rules, holdings))
                .sorted(Comparator.comparingInt(RepairPlan::rank))
                .toList());
    }

    /** The soonest moment at which one of the entries left alone becomes due. */
    public Optional<Duration> nextDueIn() {
        return actions.stream()
                .map(action -> action instanceof Skip skip ? skip.dueIn().orElse(null) : null)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder());
    }

    static RepairAction actionFor(PendingRow row, RepairRules rules, Holdings holdings) {
        if (holdings.inHand().contains(row.id())) {
            boolean old = row.consumer().equals(rules.self()) && row.idle().compareTo(rules.renewAfter()) > 0;
            return old ? new Renew(row) : new Skip(row, Optional.empty());
        }
        if (holdings.refused().contains(row.id())) {
            return new Skip(row, Optional.empty());
        }
        if (isStranded(row, rules, holdings)) {
            return new Resume(row);
        }
        return rules.isOurs(row) ? forOurs(row, rules) : forAnother(row, rules);
    }

    /**
     * A claim whose reply was lost has counted a delivery that never began. So has a read; with an
     * allowance of one it would make a dead letter of a message that was never run.
     */
    private static boolean isStranded(PendingRow row, RepairRules rules, Holdings holdings) {
        if (!row.consumer().equals(rules.self())) {
            return false;
        }
        Integer claimedAt = holdings.lostClaims().get(row.id());
        boolean readHere = row.deliveries() == 1 && row.idle().compareTo(holdings.readsLostWithin()) <= 0;
        return claimedAt != null
                ? claimedAt == row.deliveries()
                : readHere && rules.failures().after(1, null) instanceof Verdict.GiveUp;
    }

    private static RepairAction forOurs(PendingRow row, RepairRules rules) {
        if (row.deliveries() == 0) {
            return new Retry(row, Duration.ZERO);
        }
        Verdict verdict = rules.failures().after(row.deliveries(), null);
        if (verdict instanceof Verdict.GiveUp givenUp) {
            return new DeadLetter(row, Duration.ZERO, givenUp.reason());
        }
        Duration gap = ((Verdict.Retry) verdict).gap();
        return isDue(row, gap) ? new Retry(row, gap) : dueLater(row, gap);
    }

    private static RepairAction forAnother(PendingRow row, RepairRules rules) {
        if (rules.claimAfter().isZero()) {
            return new Skip(row, Optional.empty());
        }
        // Even without deliveries left: the last one may be running, and its lease is what protects it.
        Verdict verdict = rules.failures().after(row.deliveries(), null);
        if (verdict instanceof Verdict.GiveUp givenUp) {
            return isDue(row, rules.claimAfter())
                    ? new DeadLetter(row, rules.claimAfter(), givenUp.reason())
                    : dueLater(row, rules.claimAfter());
        }
        Duration gap = ((Verdict.Retry) verdict).gap();
        Duration wait = gap.compareTo(rules.claimAfter()) > 0 ? gap : rules.claimAfter();
        return isDue(row, wait) ? new Claim(row, wait) : dueLater(row, wait);
    }

    private static boolean isDue(PendingRow row, Duration wait) {
        return row.idle().compareTo(wait) >= 0;
    }

    private static Skip dueLater(PendingRow row, Duration wait) {
        return new Skip(row, Optional.of(wait.minus(row.idle())));
    }

    private static int rank(RepairAction action) {
        if (action instanceof DeadLetter || action instanceof Renew) {
            return 0;
        }
        return action instanceof Skip ? 2 : 1;
    }
}
