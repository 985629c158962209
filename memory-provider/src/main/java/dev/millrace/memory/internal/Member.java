package dev.millrace.memory.internal;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

import dev.millrace.ConsumerOptions;
import dev.millrace.spi.Verdict;
import org.jspecify.annotations.Nullable;

/** One subscription in a group: what it may take, and when. */
public final class Member {

    private final Group group;
    private final GroupConsumer consumer;
    private final Rules rules;
    private final Ordering ordering;
    final Served served;
    private boolean retriesTurn = true;
    private boolean left;
    private boolean leftToOthers;

    Member(Group group, GroupConsumer consumer, Rules rules, ConsumerOptions options) {
        this.group = group;
        this.consumer = consumer;
        this.rules = rules;
        this.ordering = new Ordering(options.orderedBy(), rules.redeliver());
        this.served = new Served(options.events());
        consumer.members++;
    }

    /** The group. */
    public Group group() {
        return group;
    }

    /** Whether there is something to take now. */
    public boolean hasWork(Instant now) {
        return !left && (hasFresh() || dueBy(now) != null);
    }

    private boolean hasFresh() {
        return ordering.hasNext() || (!ordering.isFull() && group.hasNew(this));
    }

    /** Whether an event is this member's to take: it handles it, or nobody does, and somebody has to see to it. */
    boolean takes(String event) {
        return served.handles(event) || !group.isServed(event);
    }

    void leftSomething() {
        leftToOthers = true;
    }

    /** Whether something was left to other members since the last time this was asked: they may have looked before. */
    public boolean leftToOthers() {
        boolean was = leftToOthers;
        leftToOthers = false;
        return was;
    }

    /** Whether an entry waits for its first delivery, and may get it from this member. */
    public boolean isToCome(EntryId id) {
        Entry entry = group.find(id);
        return ordering.comesByItself(id)
                || (entry != null && served.handles(entry.eventName()) && group.isUndelivered(id));
    }

    /** When there is something to take again, new messages aside; empty where nothing waits. */
    public Optional<Instant> nextDue() {
        Due next = left ? null : earliest();
        return next == null ? Optional.empty() : Optional.of(next.at());
    }

    /**
     * Takes what is next; empty where nothing is. What is due and what is new take turns. What its key does
     * not let start is taken and held.
     */
    public Optional<Step> take(Instant now) {
        ordering.dropLost(group, consumer);
        while (!left) {
            Due due = dueBy(now);
            boolean fresh = hasFresh();
            if (due == null && !fresh) {
                // What was taken just now may be held for a retry that is another's by now.
                if (ordering.dropLost(group, consumer)) {
                    continue;
                }
                return Optional.empty();
            }
            Step step;
            if (due != null && (retriesTurn || !fresh)) {
                retriesTurn = false;
                step = step(due.pending());
            } else {
                retriesTurn = true;
                step = fresh();
            }
            if (step != null) {
                return Optional.of(step);
            }
        }
        return Optional.empty();
    }

    private @Nullable Step fresh() {
        Optional<Lease> held = ordering.next();
        if (held.isEmpty()) {
            return step(group.takeNew(this));
        }
        Lease lease = held.get();
        return lease.isDeleted() ? skipped(lease.pending()) : new Step.Deliver(lease);
    }

    private Step skipped(Pending pending) {
        group.forget(pending);
        ordering.finished(pending.id);
        return new Step.Skipped(pending.id);
    }

    /** What is to be done with an entry; {@code null} where it is held for its key. */
    private @Nullable Step step(Pending pending) {
        Entry entry = group.find(pending.id);
        if (entry == null) {
            return skipped(pending);
        }
        int deliveries = pending.deliveries;
        if (!served.handles(pending.event)) {
            return new Step.Unhandled(lease(pending, entry, deliveries), pending.event);
        }
        if (deliveries > 0 && rules.failures().after(deliveries, null) instanceof Verdict.GiveUp giveUp) {
            return new Step.GiveUp(lease(pending, entry, deliveries), giveUp.reason());
        }
        Lease lease = lease(pending, entry, deliveries + 1);
        return ordering.admits(lease) ? new Step.Deliver(lease) : null;
    }

    private Lease lease(Pending pending, Entry entry, int deliveries) {
        return new Lease(group, pending, consumer.name, entry, deliveries, ordering);
    }

    private @Nullable Due dueBy(Instant now) {
        Due next = earliest();
        return next == null || next.at().isAfter(now) ? null : next;
    }

    private @Nullable Due earliest() {
        Predicate<Pending> which = pending -> takes(pending.event);
        Due next = Due.earlier(consumer.waiting.earliest(rules, which), group.open.earliest(rules, which));
        if (rules.claims() && !ordering.isFull()) {
            for (GroupConsumer other : group.consumers.values()) {
                if (other != consumer) {
                    next = Due.earlier(next, other.waiting.earliestClaim(rules, which));
                    next = Due.earlier(next, other.lapsed.earliestClaim(rules, which));
                }
            }
        }
        return next;
    }

    /** Leaves for good: what waits is open to every member when it is due, unless the consumer has another. */
    public void leave() {
        ordering.release().forEach(Lease::handBack);
        if (end()) {
            consumer.waiting.all().forEach(pending -> pending.putOn(group.open));
        }
    }

    /** Ends without leaving, as a crash does: what waits is the consumer's still. */
    public void die(Instant now) {
        ordering.release().forEach(lease -> lease.die(now, Lease.Death.HELD));
        end();
    }

    private boolean end() {
        if (left) {
            return false;
        }
        left = true;
        group.left(this);
        consumer.members--;
        return consumer.members == 0;
    }
}
