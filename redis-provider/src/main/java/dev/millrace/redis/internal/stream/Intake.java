package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.spi.DeadLetterCopy;
import dev.millrace.spi.HandlerRun;
import dev.millrace.spi.HandlerSlots;

/** Takes entries in that are ours now, and starts their handlers. */
final class Intake {

    private static final System.Logger LOG = System.getLogger(Intake.class.getName());

    private final Member member;
    private final InHand inHand;
    private final HandlerSlots slots;
    private final Leases leases;
    private final Settlement settlement;

    Intake(Member member, InHand inHand, HandlerSlots slots, Leases leases, Settlement settlement) {
        this.member = member;
        this.inHand = inHand;
        this.slots = slots;
        this.leases = leases;
        this.settlement = settlement;
    }

    /** How many could start now. */
    int free() {
        return slots.free();
    }

    /**
     * Notes that an entry is ours.
     *
     * @param sentAt when the command that brought it was sent
     * @return empty where it was already: a group that was created again hands out what is in hand here
     */
    Optional<Held> hold(StreamEntry entry, int deliveries, long sentAt) {
        Held held = new Held(EntryFields.read(entry), deliveries, sentAt);
        return inHand.add(held) ? Optional.of(held) : Optional.empty();
    }

    /** Begins entries, each of them whatever becomes of the others. */
    void begin(List<Held> entries) {
        RuntimeException failure = null;
        for (Held held : entries) {
            try {
                begin(held);
            } catch (RuntimeException e) {
                leases.end(held);
                inHand.remove(held);
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Starts the handler of an entry, or settles it where none is to run. */
    private void begin(Held held) {
        Optional<String> problem = held.reading.problem();
        if (!isForThisGroup(held)) {
            settlement.ack(held);
        } else if (problem.isPresent() && !member.failures().onDeadLetterTopic()) {
            LOG.log(
                    Level.WARNING,
                    member + ": entry " + held.id() + " is malformed: " + problem.get()
                            + ". It becomes a dead letter; publish entries with a field \"payload\".");
            settlement.giveUp(held, Reason.MALFORMED, null);
        } else if (mayStart(held)) {
            start(held);
        } else {
            inHand.remove(held);
        }
    }

    private boolean isForThisGroup(Held held) {
        return DeadLetterCopy.onlyGroup(held.reading.headers())
                .map(group -> group.equals(member.group().name()))
                .orElse(true);
    }

    private boolean mayStart(Held held) {
        Duration sinceSent = Duration.ofNanos(System.nanoTime() - held.leasedAt());
        return !member.lease().mayHaveRunOut(sinceSent) || leases.renew(held);
    }

    private void start(Held held) {
        Optional<HandlerRun> run = slots.start(member.shown(held), outcome -> settlement.settle(held, outcome));
        if (run.isPresent()) {
            held.running(run.get());
        } else {
            settlement.handBack(held);
            refuseWithoutThreads();
        }
    }

    /** A slot that is free and starts nothing: the loop has to pause, or it would claim the same entry for ever. */
    private void refuseWithoutThreads() {
        if (slots.free() > 0) {
            throw new IllegalStateException(member + ": no thread for a handler. Check the thread factory.");
        }
    }
}
