package dev.millrace.memory.internal;

import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** One delivery of one entry to one consumer, until it is settled. */
public final class Lease {

    /** What settling did. */
    public enum Settled {
        /** It was this delivery's to settle. */
        DONE,
        /** Another consumer has taken the entry over. */
        TAKEN_OVER,
        /** The group is done with the entry already. */
        GONE,
        /** The entry was deleted from its topic, and is acked. */
        DELETED,
        /** The process counts as dead: nothing it does changes anything. */
        DEAD
    }

    /** Where a delivery was when its process died. */
    public enum Death {
        /** Its handler had begun: the delivery counts. */
        RUNNING,
        /** Its handler had not begun: it does not count. */
        HELD
    }

    private final Group group;
    private final Ordering ordering;
    private final Pending pending;
    private final String consumer;
    private final Entry entry;
    private final int deliveries;
    private final int deliveriesBefore;
    private final @Nullable Instant dueBefore;
    private boolean lapsed;
    private boolean dead;

    Lease(Group group, Pending pending, String consumer, Entry entry, int deliveries, Ordering ordering) {
        this.group = group;
        this.ordering = ordering;
        this.pending = pending;
        this.consumer = consumer;
        this.entry = entry;
        this.deliveriesBefore = pending.deliveries;
        this.dueBefore = pending.deliveries == 0 ? null : pending.since;
        this.deliveries = deliveries;
        pending.takeOff();
        pending.deliveries = deliveries;
        pending.wish = null;
        pending.lease = this;
    }

    Pending pending() {
        return pending;
    }

    boolean isDeleted() {
        return group.find(pending.id) == null;
    }

    /** The entry delivered. */
    public Entry entry() {
        return entry;
    }

    /** Which delivery it is, 1 for the first. */
    public int deliveries() {
        return deliveries;
    }

    /** The consumer that has the entry now, where it is another. */
    public Optional<String> takenOverBy() {
        Lease now = pending.lease;
        return now == null || now == this ? Optional.empty() : Optional.of(now.consumer);
    }

    /** Acks the entry, whoever has it now: the work was done. */
    public Settled ack() {
        Settled standing = standing();
        if (standing == Settled.DONE || standing == Settled.TAKEN_OVER) {
            group.forget(pending);
        }
        ordering.finished(pending.id);
        return standing;
    }

    /**
     * Stamps the failure, if the entry is still this delivery's; its gap runs from now.
     *
     * @param wish when to have it again, where that is sooner than its gap
     */
    public Settled fail(Instant now, @Nullable Instant wish) {
        Settled standing = standingOfFailure();
        if (standing == Settled.DONE) {
            GroupConsumer own = group.consumer(consumer);
            release(now, wish, own.members > 0 ? own.waiting : group.open);
            ordering.failed(pending.id);
        } else {
            ordering.finished(pending.id);
        }
        return standing;
    }

    /** Acks the entry for which a dead letter is to be written, if it is still this delivery's. */
    public Settled giveUp() {
        Settled standing = standingOfFailure();
        if (standing == Settled.DONE) {
            group.forget(pending);
        }
        ordering.finished(pending.id);
        return standing;
    }

    private Settled standingOfFailure() {
        Settled standing = standing();
        if (standing == Settled.DONE && group.find(pending.id) == null) {
            group.forget(pending);
            return Settled.DELETED;
        }
        return standing;
    }

    /** It did not start after all: it keeps its place in the order of its key, else goes back. */
    public void unstarted() {
        if (standing() != Settled.DONE || !ordering.keeps(this)) {
            handBack();
        }
    }

    /** Gives the entry back as if it had not been taken, open to every member at once. */
    void handBack() {
        ordering.finished(pending.id);
        if (standing() != Settled.DONE) {
            return;
        }
        pending.takeOff();
        pending.deliveries = deliveriesBefore;
        if (dueBefore == null) {
            pending.lease = null;
            group.returned.add(pending);
        } else {
            release(dueBefore, dueBefore, group.open);
        }
    }

    /** Ends the renewing: from now on the entry is idle, and another consumer may claim it. */
    public void lapse(Instant at) {
        if (standing() == Settled.DONE && !lapsed) {
            lapsed = true;
            pending.since = at;
            pending.putOn(group.consumer(consumer).lapsed);
        }
    }

    /** The process died: the entry stays its consumer's, idle from now on, and nothing settles this delivery. */
    public void die(Instant now, Death death) {
        if (standing() == Settled.DONE) {
            pending.takeOff();
            pending.deliveries = death == Death.RUNNING ? deliveries : deliveriesBefore;
            release(lapsed ? pending.since : now, null, group.consumer(consumer).waiting);
        }
        dead = true;
    }

    private void release(Instant since, @Nullable Instant wish, Shelf shelf) {
        pending.takeOff();
        pending.lease = null;
        pending.since = since;
        pending.wish = wish;
        pending.putOn(shelf);
    }

    private Settled standing() {
        if (dead) {
            return Settled.DEAD;
        }
        if (!group.isPending(pending)) {
            return Settled.GONE;
        }
        return pending.lease == this ? Settled.DONE : Settled.TAKEN_OVER;
    }
}
