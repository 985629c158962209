package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.millrace.ConsumerOptions;
import dev.millrace.redis.internal.policy.ReadAhead;
import dev.millrace.redis.internal.policy.ReadPlan.Appetite;
import dev.millrace.spi.HandlerSlots;
import org.jspecify.annotations.Nullable;

/**
 * One consumer of one topic in one group: what its reader does for it, one step a method. Of any thread where
 * it says so.
 */
final class GroupConsumer {

    private static final System.Logger LOG = System.getLogger(GroupConsumer.class.getName());

    /** Held is what a handler starts within about a second, unless it became slow meanwhile. */
    private static final Duration HELD_AT_MOST = Duration.ofSeconds(3);

    private final Shared shared;
    private final String topic;
    private final StreamGroup group;
    private final ConsumerOptions options;
    private final String nameSuffix;
    private final HandlerSlots slots;
    private final Turns turns;
    private final Consumer<Duration> dueIn;
    private final GroupJoin groupJoin;
    private final Housekeeping housekeeping;
    private final EventRoutes routes;
    private final Ordering order;
    private final ReadAhead readAhead;
    private final InHand inHand;
    private final Runnable leaseDuty = this::tendLeases;
    private volatile boolean left;
    private volatile boolean asked;
    private volatile @Nullable Parts parts;
    private volatile boolean backlog;
    private volatile long entryBytes;

    /** What can only be made once the consumer's name is known. */
    private record Parts(Member member, Leases leases, Intake intake, Settlement settlement, Repair repair) {}

    GroupConsumer(
            Shared shared,
            String topic,
            ConsumerOptions options,
            String nameSuffix,
            HandlerSlots slots,
            Turns turns,
            Consumer<Duration> dueIn) {
        this.shared = shared;
        this.topic = topic;
        this.group = new StreamGroup(shared.keys().stream(topic), options.group());
        this.options = options;
        this.nameSuffix = nameSuffix;
        this.slots = slots;
        this.turns = turns;
        this.dueIn = dueIn;
        this.groupJoin = new GroupJoin(shared.commands(), shared.keys(), topic, group);
        this.routes = new EventRoutes(
                shared.commands(), shared.keys(), topic, group, options, slots::isPaused, shared.outage());
        this.housekeeping = new Housekeeping(shared, topic, group, routes);
        this.order = new Ordering(options.orderedBy());
        this.readAhead = new ReadAhead(options.concurrency(), shared.batchSize());
        this.inHand = new InHand(shared.heldBytes());
    }

    /** The stream it reads. */
    String key() {
        return group.key();
    }

    /** Its name in the group. */
    String name() {
        return parts().member().consumer();
    }

    /** Whether it has joined its group. */
    boolean isJoined() {
        return parts != null;
    }

    /** Joins the group, unless that is done; whether it was done now. */
    boolean join() {
        if (parts != null) {
            return false;
        }
        String name = shared.name().get() + nameSuffix;
        groupJoin.join(options.startAt());
        parts = assemble(name);
        shared.leaseKeeper().add(leaseDuty);
        // Before the first read, or a loss during it would leave nothing to go by.
        housekeeping.keep(name);
        return true;
    }

    private Parts assemble(String name) {
        Member member = Member.of(shared, topic, group, options, name);
        Leases leases = new Leases(member, inHand, options.maxRuntime());
        Burials burials = new Burials(member);
        Settlement settlement = new Settlement(
                member, inHand, leases, burials, shared.outage(), shared.leaseKeeper(), shared.closing(), dueIn);
        Intake intake = new Intake(member, inHand, slots, leases, settlement, routes, order, turns);
        Repair repair = new Repair(member, inHand, intake, burials, leases, shared.outage());
        return new Parts(member, leases, intake, settlement, repair);
    }

    private Parts parts() {
        return Objects.requireNonNull(parts, "joined first");
    }

    /** Starts nothing from now on. Any thread. */
    void pause() {
        slots.pause();
    }

    /** Any thread. */
    void resume() {
        slots.resume();
    }

    /** Starts what waits for a slot, or hands it back where nothing is to start. */
    void tend() {
        Intake intake = parts().intake();
        if (!slots.isPaused()) {
            intake.startAll();
        }
        // What is to run in order here is given to nobody else, from whom it would come back behind younger ones.
        if (!order.isOn() && (slots.isPaused() || heldForLongerIn().isZero())) {
            intake.handBackWaiting();
        }
        if (order.isFull(shared.bytesLeft()) && intake.waiting() == 0) {
            // None can be read, and none starts: to wait for their turn would be to wait for ever.
            turns.newHadTheirTurn();
        }
        housekeeping.keep(name());
    }

    /** When what is held has waited so long for a handler that it is better run by another replica. */
    private Duration heldForLongerIn() {
        return parts().intake()
                .longestWait()
                .map(HELD_AT_MOST::minus)
                .map(left -> left.isNegative() ? Duration.ZERO : left)
                .orElse(HELD_AT_MOST);
    }

    /** After a slot was freed, starts the next that waits; whether the reader has something to do now. Any thread. */
    boolean slotFreed() {
        housekeeping.settled();
        Parts known = parts;
        return known != null
                && (known.intake().startWaiting() != Intake.End.DONE
                        || (slots.free() > 0 && (turns.wantsSlot() || turns.waitsForSlot()))
                        || (!asked && appetite().isReadable()));
    }

    /** What it could take now. Any thread. */
    Appetite appetite() {
        Intake intake = parts().intake();
        if (slots.isPaused() || left || turns.holdsNewBack() || order.isFull(shared.bytesLeft())) {
            return new Appetite(0, 0, 0, entryBytes, false);
        }
        int waiting = intake.waiting();
        int limit = readAhead.limit(
                intake.pace(), parts().member().failures().retry().maxDeliveries());
        int free = slots.free();
        return new Appetite(
                Math.max(0, free - waiting),
                Math.max(0, limit - Math.max(0, waiting - free)),
                limit,
                entryBytes,
                backlog);
    }

    /** Whether the current read asks for its messages. A slot that is freed wakes the reader of one that is not. */
    void asked(boolean now) {
        asked = now;
    }

    boolean isPassDue() {
        return !slots.isPaused() && turns.isPassDue(slots.free());
    }

    /** Looks through what is pending. */
    void pass(Map<String, Long> counts) {
        Duration readsLostWithin = turns.beginPass(slots.free());
        try {
            turns.passed(parts().repair().pass(counts, readsLostWithin));
        } finally {
            turns.endPass();
        }
        parts().intake().dropLost();
        parts().intake().startAll();
    }

    /** How long its reader may wait for messages. */
    Duration mayWait() {
        Duration held = order.isOn() ? HELD_AT_MOST : heldForLongerIn();
        Duration wait = turns.mayWait(slots::free);
        return held.compareTo(wait) < 0 ? held : wait;
    }

    /** Takes in what was read; all of it is noted before the first of it starts. */
    void take(List<StreamEntry> entries, int count, long sentAt) {
        turns.read(entries.isEmpty());
        backlog = entries.size() >= count;
        if (entries.isEmpty()) {
            return;
        }
        housekeeping.taken();
        long expected = entryBytes;
        for (StreamEntry entry : entries) {
            // A large one counts at once, and is forgotten over many small ones.
            expected = Math.max(entry.bytes(), expected - expected / 8);
        }
        entryBytes = expected;
        parts().intake().take(entries, sentAt);
    }

    void recover() {
        groupJoin.recover();
        housekeeping.recovered();
        housekeeping.keep(name());
    }

    /** Waits until all that ran is settled. Any thread. */
    boolean awaitSettled(Duration limit) {
        long deadline = System.nanoTime() + Math.max(0, TimeUnit.NANOSECONDS.convert(limit));
        if (!slots.awaitIdle(limit)) {
            return false;
        }
        Parts known = parts;
        return known == null || known.settlement().awaitAcks(Duration.ofNanos(deadline - System.nanoTime()));
    }

    /** How many messages were acked since no live member handles their event. Any thread. */
    long unhandled() {
        return routes.unhandled();
    }

    /** Any thread. */
    boolean hasNothingInHand() {
        return inHand.isEmpty();
    }

    /** Hands over what waits, and leaves the group if nothing is in hand. */
    void leave() {
        left = true;
        if (parts == null) {
            return;
        }
        parts().intake().leave();
        try {
            if (!shared.outage().isGoing()) {
                parts().intake().handBackWaiting();
                shared.commands().release(group, name(), TopicKeys.PARKED, inHand.ids());
                routes.leave(name());
            }
        } catch (StreamFailure e) {
            LOG.log(
                    Level.INFO,
                    this + ": could not hand over what waits (" + e.getMessage()
                            + "); it is taken up when this consumer comes back, or by others after claimAfter.");
        } finally {
            parts().intake().forgetWaiting();
        }
    }

    private void tendLeases() {
        parts().leases().tend();
        if (left && inHand.isEmpty()) {
            shared.leaseKeeper().remove(leaseDuty);
        }
    }

    /** What log lines begin with. */
    @Override
    public String toString() {
        return "Topic " + topic + ", group " + group.name();
    }
}
