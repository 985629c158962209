package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import dev.millrace.redis.internal.policy.Holdings;
import dev.millrace.redis.internal.policy.PendingCursor;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.policy.RepairAction;
import dev.millrace.redis.internal.policy.RepairPlan;
import dev.millrace.redis.internal.policy.RepairRules;
import dev.millrace.redis.internal.stream.StreamCommands.Claim;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import org.jspecify.annotations.Nullable;

/** The only road back for what is unfinished: goes through the pending entries and carries out the plan. */
final class Repair {

    private static final System.Logger LOG = System.getLogger(Repair.class.getName());
    private static final int PAGE = 100;

    /** So that new messages, and the other topics, get their turn however much is pending. */
    private static final int PAGES = 3;

    /** A refusal that concerns every entry alike must not be told for each of them. */
    private static final Duration TELL_REFUSAL_EVERY = Duration.ofMinutes(1);

    /**
     * What a pass left behind.
     *
     * @param cutShort whether there is more to look at
     * @param wantsSlot whether something due found no free slot
     * @param nextDueIn when the next is due, as far as was seen
     * @param unstarted whether something that was handed back unstarted found no slot, or may be behind what was looked
     *     at; empty where nothing tells
     */
    record Pass(boolean cutShort, boolean wantsSlot, Optional<Duration> nextDueIn, Optional<Boolean> unstarted) {}

    private final Member member;
    private final InHand inHand;
    private final Intake intake;
    private final Burials burials;
    private final Leases leases;
    private final Outage outage;
    private final long joinedAt = System.nanoTime();
    private final Map<String, Integer> lostClaims = new ConcurrentHashMap<>();
    private PendingCursor own = PendingCursor.START;
    private PendingCursor parked = PendingCursor.START;
    private PendingCursor others = PendingCursor.START;
    private @Nullable Duration nextDueIn;
    private boolean wantsSlot;
    private boolean unstartedMet;
    private boolean unstartedLeft;
    private boolean parkedFirst = true;
    private long refusalToldAt = joinedAt - TELL_REFUSAL_EVERY.toNanos();

    Repair(Member member, InHand inHand, Intake intake, Burials burials, Leases leases, Outage outage) {
        this.member = member;
        this.inHand = inHand;
        this.intake = intake;
        this.burials = burials;
        this.leases = leases;
        this.outage = outage;
    }

    /**
     * One pass: what is ours, what was handed back, and what others have left idle.
     *
     * @param counts how many entries are pending, by consumer
     * @param readsLostWithin how far back a read was sent whose reply was lost
     */
    Pass pass(Map<String, Long> counts, Duration readsLostWithin) {
        nextDueIn = null;
        wantsSlot = false;
        unstartedMet = false;
        unstartedLeft = false;
        if (counts.isEmpty()) {
            lostClaims.clear();
            return new Pass(false, false, Optional.empty(), Optional.of(false));
        }
        boolean parkedSeen = !counts.containsKey(TopicKeys.PARKED);
        boolean whole = true;
        // What is ours and what was handed back take turns.
        for (boolean itsParked : List.of(parkedFirst, !parkedFirst)) {
            if (whole) {
                whole = itsParked ? scanParked(counts, readsLostWithin) : scanOwn(counts, readsLostWithin);
                parkedSeen |= itsParked && whole;
            }
        }
        if (whole && hasOthers(counts)) {
            others = scan(others, Optional.empty(), readsLostWithin);
            whole = others.atStart();
        }
        // They were handed back together, so where one was met, more may be behind it.
        boolean left = unstartedLeft || (unstartedMet && !parkedSeen);
        Optional<Boolean> unstarted = parkedSeen || left ? Optional.of(left) : Optional.empty();
        return new Pass(!whole, wantsSlot, Optional.ofNullable(nextDueIn), unstarted);
    }

    private boolean scanOwn(Map<String, Long> counts, Duration readsLostWithin) {
        if (counts.containsKey(member.consumer())) {
            own = scan(own, Optional.of(member.consumer()), readsLostWithin);
            return own.atStart();
        }
        return true;
    }

    private boolean scanParked(Map<String, Long> counts, Duration readsLostWithin) {
        if (counts.containsKey(TopicKeys.PARKED)) {
            parked = scan(parked, Optional.of(TopicKeys.PARKED), readsLostWithin);
            return parked.atStart();
        }
        return true;
    }

    private boolean hasOthers(Map<String, Long> counts) {
        return !rules().claimAfter().isZero()
                && counts.keySet().stream()
                        .anyMatch(name -> !name.equals(member.consumer()) && !name.equals(TopicKeys.PARKED));
    }

    private RepairRules rules() {
        return outage.allowsClaims() ? member.rules() : member.rules().withoutClaims();
    }

    private PendingCursor scan(PendingCursor from, Optional<String> consumer, Duration readsLostWithin) {
        PendingCursor cursor = from;
        for (int pages = 0; pages < PAGES; pages++) {
            List<PendingRow> page = member.commands().pending(member.group(), cursor.from(), PAGE, consumer);
            Holdings holdings = new Holdings(inHand.ids(), burials.waiting(), Map.copyOf(lostClaims), readsLostWithin);
            RepairPlan plan = RepairPlan.of(page, rules(), holdings);
            plan.nextDueIn().ifPresent(this::noteDue);
            Optional<PendingRow> unstarted = carryOut(plan);
            if (unstarted.isPresent()) {
                return cursor.before(unstarted.get());
            }
            cursor = cursor.past(page, PAGE);
            if (cursor.atStart()) {
                return cursor;
            }
        }
        consumer.ifPresent(this::hadItsTurn);
        return cursor;
    }

    private void hadItsTurn(String consumer) {
        parkedFirst = !consumer.equals(TopicKeys.PARKED);
    }

    private void noteDue(Duration due) {
        if (nextDueIn == null || due.compareTo(nextDueIn) < 0) {
            nextDueIn = due;
        }
    }

    /** The first row that is to run and found no free slot. */
    private Optional<PendingRow> carryOut(RepairPlan plan) {
        for (RepairAction action : plan.actions()) {
            unstartedMet |= isUnstarted(action);
            if (needsSlot(action) && intake.free() == 0) {
                wantsSlot = true;
                List<RepairAction> left = plan.actions()
                        .subList(plan.actions().indexOf(action), plan.actions().size());
                unstartedLeft |= left.stream().anyMatch(Repair::isUnstarted);
                return Optional.of(action.row());
            }
            try {
                carryOut(action);
            } catch (Refused e) {
                if (e.remedy() != Remedy.LEAVE_MESSAGE) {
                    throw e;
                }
                tellRefusal(action.row(), e);
            }
        }
        return Optional.empty();
    }

    private void tellRefusal(PendingRow row, Refused refusal) {
        if (System.nanoTime() - refusalToldAt >= TELL_REFUSAL_EVERY.toNanos()) {
            refusalToldAt = System.nanoTime();
            LOG.log(
                    Level.WARNING,
                    member + ": message " + row.id() + ", and perhaps others, is left pending, for the server refuses: "
                            + refusal.getMessage() + ". It is tried again with every look at what is pending.");
        }
    }

    private static boolean isUnstarted(RepairAction action) {
        return needsSlot(action)
                && action.row().consumer().equals(TopicKeys.PARKED)
                && action.row().deliveries() == 0;
    }

    private static boolean needsSlot(RepairAction action) {
        return action instanceof RepairAction.Retry
                || action instanceof RepairAction.Claim
                || action instanceof RepairAction.Resume;
    }

    private void carryOut(RepairAction action) {
        if (action instanceof RepairAction.DeadLetter dead) {
            bury(dead);
        } else if (action instanceof RepairAction.Renew) {
            inHand.all().stream()
                    .filter(held -> held.id().equals(action.row().id()))
                    .forEach(leases::keep);
        } else if (needsSlot(action)) {
            boolean alone = runsAlone(action.row());
            // Looked at again when the one before it is settled, so no slot is kept for it.
            if (!alone || inHand.all().stream().noneMatch(Held::isAlone)) {
                deliver(action, alone);
            }
        }
    }

    private boolean runsAlone(PendingRow row) {
        return member.rules().runsAlone(row, Duration.ofNanos(System.nanoTime() - joinedAt));
    }

    private void bury(RepairAction.DeadLetter action) {
        PendingRow row = action.row();
        List<StreamEntry> body = member.commands().range(member.group().key(), row.id(), row.id(), 1);
        // The script finds out by itself, and acks, where there is no body.
        StreamEntry entry = body.isEmpty() ? new StreamEntry(row.id(), Map.of()) : body.get(0);
        burials.bury(EntryFields.read(entry), row, action.minIdle(), action.reason(), null);
    }

    private void deliver(RepairAction action, boolean alone) {
        PendingRow row = action.row();
        boolean counted = action instanceof RepairAction.Resume;
        int deliveries = counted ? row.deliveries() : row.deliveries() + 1;
        long sentAt = System.nanoTime();
        Claim ending = claim(row, minIdle(action), deliveries);
        if (ending instanceof Claim.Taken taken) {
            hadItsTurn(row.consumer());
            Optional<String> leftBy =
                    action instanceof RepairAction.Claim ? Optional.of(row.consumer()) : Optional.empty();
            intake.begin(taken.entry(), taken.deliveries(), sentAt, alone, leftBy);
        } else if (ending instanceof Claim.Gone) {
            LOG.log(
                    Level.WARNING,
                    member + ": message " + row.id() + " was deleted or trimmed while pending; it is skipped.");
        }
    }

    private static Duration minIdle(RepairAction action) {
        if (action instanceof RepairAction.Retry retry) {
            return retry.minIdle();
        }
        return action instanceof RepairAction.Claim claim ? claim.minIdle() : Duration.ZERO;
    }

    private Claim claim(PendingRow row, Duration minIdle, int deliveries) {
        try {
            Claim ending = member.commands().claim(member.group(), member.consumer(), row, minIdle, deliveries);
            lostClaims.remove(row.id());
            return ending;
        } catch (ReplyLost e) {
            lostClaims.put(row.id(), deliveries);
            throw e;
        }
    }
}
