package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

import dev.millrace.ConsumerOptions;
import dev.millrace.redis.internal.policy.RepairRules;
import dev.millrace.spi.FailurePolicy;
import dev.millrace.spi.HandlerSlots;
import org.jspecify.annotations.Nullable;

/** One consumer of one topic in one group: what its loop does, one step a method. */
final class GroupConsumer {

    private static final System.Logger LOG = System.getLogger(GroupConsumer.class.getName());

    private final Shared shared;
    private final String topic;
    private final StreamGroup group;
    private final ConsumerOptions options;
    private final String nameSuffix;
    private final HandlerSlots slots;
    private final Consumer<Duration> dueIn;
    private final GroupJoin groupJoin;
    private final Housekeeping housekeeping;
    private final InHand inHand = new InHand();
    private final Runnable leaseDuty = this::tendLeases;
    private volatile boolean left;
    private volatile boolean paused;
    private @Nullable Parts parts;

    /** What can only be made once the consumer's name is known. */
    private record Parts(Member member, Leases leases, Intake intake, Repair repair) {}

    GroupConsumer(
            Shared shared,
            String topic,
            ConsumerOptions options,
            String nameSuffix,
            HandlerSlots slots,
            Consumer<Duration> dueIn) {
        this.shared = shared;
        this.topic = topic;
        this.group = new StreamGroup(shared.keys().stream(topic), options.group());
        this.options = options;
        this.nameSuffix = nameSuffix;
        this.slots = slots;
        this.dueIn = dueIn;
        this.groupJoin = new GroupJoin(shared.commands(), shared.keys(), topic, group);
        this.housekeeping = new Housekeeping(shared, topic, group);
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
        FailurePolicy failures = new FailurePolicy(
                options.retryPolicy(shared.retry()),
                options.deadLetterOn(),
                shared.keys().isDeadLetterTopic(topic));
        RepairRules rules = new RepairRules(
                failures,
                name,
                TopicKeys.PARKED,
                shared.claimAfter(),
                shared.lease().renewEvery());
        Member member = new Member(
                shared.commands(),
                shared.keys(),
                topic,
                group,
                name,
                rules,
                shared.lease(),
                shared.codecs().codec(topic));
        Leases leases = new Leases(member, inHand, options.maxRuntime());
        Burials burials = new Burials(member);
        Settlement settlement =
                new Settlement(member, inHand, leases, burials, shared.outage(), shared.closing(), dueIn);
        Intake intake = new Intake(member, inHand, slots, leases, settlement);
        return new Parts(member, leases, intake, new Repair(member, inHand, intake, burials, leases, shared.outage()));
    }

    private Parts parts() {
        return Objects.requireNonNull(parts, "joined first");
    }

    int free() {
        return slots.free();
    }

    boolean isPaused() {
        return paused;
    }

    void pause() {
        paused = true;
        slots.pause();
    }

    void resume() {
        slots.resume();
        paused = false;
    }

    Repair.Pass repair(Duration readsLostWithin) {
        return parts().repair().pass(readsLostWithin);
    }

    List<StreamEntry> read(GroupReads reads, int count, Duration block) {
        return reads.read(group, parts().member().consumer(), count, block);
    }

    /** Takes in what was read; all of it is noted before the first of it starts. */
    void take(List<StreamEntry> entries, long sentAt) {
        if (!entries.isEmpty()) {
            housekeeping.taken();
        }
        Intake intake = parts().intake();
        intake.begin(entries.stream()
                .map(entry -> intake.hold(entry, 1, sentAt))
                .flatMap(Optional::stream)
                .toList());
    }

    void recover() {
        groupJoin.recover();
        housekeeping.recovered();
        housekeeping.keep(parts().member().consumer());
    }

    /** Counts what keeps a topic growing and then may be trimmed. */
    void countSettled() {
        housekeeping.settled();
    }

    boolean hasNothingInHand() {
        return inHand.isEmpty();
    }

    /** What is done now and then. */
    void keepHouse() {
        housekeeping.keep(parts().member().consumer());
    }

    /** Hands over what waits, and leaves the group if nothing is in hand. */
    void leave() {
        left = true;
        if (parts == null || shared.outage().isGoing()) {
            return;
        }
        try {
            shared.commands().release(group, parts().member().consumer(), TopicKeys.PARKED, inHand.ids());
        } catch (StreamFailure e) {
            LOG.log(
                    Level.INFO,
                    this + ": could not hand over what waits (" + e.getMessage()
                            + "); it is taken up when this consumer comes back, or by others after claimAfter.");
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
