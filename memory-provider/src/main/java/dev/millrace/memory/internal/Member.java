package dev.millrace.memory.internal;

import java.time.Instant;
import java.util.Optional;

import dev.millrace.spi.Verdict;
import org.jspecify.annotations.Nullable;

/** One subscription in a group: what it may take, and when. */
public final class Member {

    private final Group group;
    private final GroupConsumer consumer;
    private final Rules rules;
    private boolean retriesTurn = true;
    private boolean left;

    Member(Group group, GroupConsumer consumer, Rules rules) {
        this.group = group;
        this.consumer = consumer;
        this.rules = rules;
        consumer.members++;
    }

    /** The group. */
    public Group group() {
        return group;
    }

    /** Whether there is something to take now. */
    public boolean hasWork(Instant now) {
        return !left && (group.hasNew() || dueBy(now) != null);
    }

    /** When there is something to take again, new messages aside; empty where nothing waits. */
    public Optional<Instant> nextDue() {
        Due next = left ? null : earliest();
        return next == null ? Optional.empty() : Optional.of(next.at());
    }

    /** Takes what is next; empty where nothing is. What is due and what is new take turns. */
    public Optional<Step> take(Instant now) {
        if (left) {
            return Optional.empty();
        }
        Due due = dueBy(now);
        boolean fresh = group.hasNew();
        if (due != null && (retriesTurn || !fresh)) {
            retriesTurn = false;
            return Optional.of(step(due.pending()));
        }
        retriesTurn = true;
        return fresh ? Optional.of(step(group.takeNew())) : Optional.empty();
    }

    private Step step(Pending pending) {
        Entry entry = group.find(pending.id);
        if (entry == null) {
            group.forget(pending);
            return new Step.Skipped(pending.id);
        }
        int deliveries = pending.deliveries;
        if (deliveries > 0 && rules.failures().after(deliveries, null) instanceof Verdict.GiveUp giveUp) {
            return new Step.GiveUp(new Lease(group, pending, consumer.name, entry, deliveries), giveUp.reason());
        }
        return new Step.Deliver(new Lease(group, pending, consumer.name, entry, deliveries + 1));
    }

    private @Nullable Due dueBy(Instant now) {
        Due next = earliest();
        return next == null || next.at().isAfter(now) ? null : next;
    }

    private @Nullable Due earliest() {
        Due next = Due.earlier(consumer.waiting.earliest(rules), group.open.earliest(rules));
        if (rules.claims()) {
            for (GroupConsumer other : group.consumers.values()) {
                if (other != consumer) {
                    next = Due.earlier(next, other.waiting.earliestClaim(rules));
                    next = Due.earlier(next, other.lapsed.earliestClaim(rules));
                }
            }
        }
        return next;
    }

    /** Leaves for good: what waits is open to every member when it is due, unless the consumer has another. */
    public void leave() {
        if (end()) {
            consumer.waiting.all().forEach(pending -> pending.putOn(group.open));
        }
    }

    /** Ends without leaving, as a crash does: what waits is the consumer's still. */
    public void die() {
        end();
    }

    private boolean end() {
        if (left) {
            return false;
        }
        left = true;
        consumer.members--;
        return consumer.members == 0;
    }
}
