package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.redis.internal.policy.HandlerPace;
import dev.millrace.spi.DeadLetterCopy;
import dev.millrace.spi.HandlerRun;
import dev.millrace.spi.HandlerSlots;
import dev.millrace.spi.Outcome;

/**
 * Takes entries in that are ours now, holds those that find no free slot, and starts their handlers, in
 * order. Thread-safe where it says so; the rest is for the reader alone.
 */
final class Intake {

    private static final System.Logger LOG = System.getLogger(Intake.class.getName());

    private final Member member;
    private final InHand inHand;
    private final HandlerSlots slots;
    private final Leases leases;
    private final Settlement settlement;
    private final Turns turns;
    private final Deque<Held> waiting = new ArrayDeque<>();
    private volatile HandlerPace pace = HandlerPace.UNKNOWN;

    /** How the starting of what waits came to its end. */
    enum End {
        /** There is no more, or no free slot. */
        DONE,
        /** The lease of the next may have run out; it must be renewed first. */
        STALE,
        /** There is a free slot, but no thread for it. */
        NO_THREAD
    }

    Intake(Member member, InHand inHand, HandlerSlots slots, Leases leases, Settlement settlement, Turns turns) {
        this.member = member;
        this.inHand = inHand;
        this.slots = slots;
        this.leases = leases;
        this.settlement = settlement;
        this.turns = turns;
    }

    /** How many could start now. Any thread. */
    int free() {
        return slots.free();
    }

    /** How many are held. Any thread. */
    synchronized int waiting() {
        return waiting.size();
    }

    /** How long the first of those that are held has been waiting; empty where none is. */
    synchronized Optional<Duration> longestWait() {
        return Optional.ofNullable(waiting.peek()).map(held -> Duration.ofNanos(System.nanoTime() - held.heldSince));
    }

    /** Any thread. */
    HandlerPace pace() {
        return pace;
    }

    /**
     * Takes in what was read; all of it is noted before the first of it starts. Then what needs no handler is
     * settled, each whatever becomes of the others.
     *
     * @param sentAt when the command that brought it was sent
     */
    void take(List<StreamEntry> entries, long sentAt) {
        List<Held> ours = entries.stream()
                .map(entry -> hold(entry, 1, sentAt))
                .flatMap(Optional::stream)
                .toList();
        RuntimeException failure = null;
        for (Held held : ours) {
            try {
                if (needsHandler(held)) {
                    synchronized (this) {
                        waiting.add(held);
                    }
                }
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        startAll();
        if (failure != null) {
            throw failure;
        }
    }

    /** Begins an entry that was claimed for a free slot. */
    void begin(StreamEntry entry, int deliveries, long sentAt, boolean alone) {
        Optional<Held> ours = hold(entry, deliveries, sentAt);
        if (ours.isEmpty() || !needsHandler(ours.get())) {
            return;
        }
        Held held = ours.get();
        if (alone) {
            held.alone();
        }
        synchronized (this) {
            if (start(held)) {
                return;
            }
        }
        settlement.handBack(held);
        refuseWithoutThreads();
    }

    /** Notes that an entry is ours; empty where it was already: a group created again hands out what is in hand. */
    private Optional<Held> hold(StreamEntry entry, int deliveries, long sentAt) {
        Held held = new Held(entry, deliveries, sentAt);
        return inHand.add(held) ? Optional.of(held) : Optional.empty();
    }

    private boolean needsHandler(Held held) {
        Optional<String> problem = held.reading.problem();
        if (!isForThisGroup(held)) {
            settlement.ack(held);
            return false;
        }
        if (problem.isPresent() && !member.failures().onDeadLetterTopic()) {
            LOG.log(
                    Level.WARNING,
                    member + ": entry " + held.id() + " is malformed: " + problem.get()
                            + ". It becomes a dead letter; publish entries with a field \"payload\".");
            settlement.giveUpUnstarted(held, Reason.MALFORMED);
            return false;
        }
        return true;
    }

    private boolean isForThisGroup(Held held) {
        return DeadLetterCopy.onlyGroup(held.reading.headers())
                .map(group -> group.equals(member.group().name()))
                .orElse(true);
    }

    /** Starts what waits, as far as slots are free; what its lease may have run out of is renewed before. */
    void startAll() {
        while (true) {
            switch (startWaiting()) {
                case DONE -> {
                    return;
                }
                case STALE -> renewFirst();
                case NO_THREAD -> {
                    handBackWaiting();
                    refuseWithoutThreads();
                    return;
                }
            }
        }
    }

    /** Starts what waits, as far as that needs nothing of the server. Any thread. */
    synchronized End startWaiting() {
        for (Held next = waiting.peek(); next != null; next = waiting.peek()) {
            if (slots.free() == 0 || turns.keepsSlot()) {
                return End.DONE;
            }
            if (mayHaveRunOut(next)) {
                return End.STALE;
            }
            if (!startOrDrop(next)) {
                return slots.free() > 0 ? End.NO_THREAD : End.DONE;
            }
            waiting.remove();
            turns.newHadTheirTurn();
        }
        return End.DONE;
    }

    /** One that cannot even be shown to its handler must not keep the others from theirs. */
    private boolean startOrDrop(Held held) {
        try {
            return start(held);
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, member + ": message " + held.id() + " cannot be started; it stays pending.", e);
            leases.end(held);
            inHand.remove(held);
            return true;
        }
    }

    private boolean mayHaveRunOut(Held held) {
        return member.lease().mayHaveRunOut(Duration.ofNanos(System.nanoTime() - held.leasedAt()));
    }

    private void renewFirst() {
        Held next;
        synchronized (this) {
            next = waiting.peek();
        }
        if (next != null && mayHaveRunOut(next) && !leases.renew(next)) {
            synchronized (this) {
                waiting.remove(next);
            }
            inHand.remove(next);
        }
    }

    private boolean start(Held held) {
        held.starting();
        Optional<HandlerRun> run = slots.start(member.shown(held), outcome -> ended(held, outcome));
        run.ifPresent(held::running);
        return run.isPresent();
    }

    private void ended(Held held, Outcome outcome) {
        if (!(outcome instanceof Outcome.NotStarted)) {
            pace = pace.and(held.runningFor());
        }
        settlement.settle(held, outcome);
    }

    /** Hands back what is held. Fails with it still held. */
    void handBackWaiting() {
        List<Held> unstarted;
        synchronized (this) {
            unstarted = List.copyOf(waiting);
            waiting.clear();
        }
        if (unstarted.isEmpty()) {
            return;
        }
        try {
            settlement.handBackAll(unstarted);
            turns.handedBack();
        } catch (StreamFailure e) {
            unstarted.forEach(Held::leaseAgain);
            synchronized (this) {
                waiting.addAll(unstarted);
            }
            throw e;
        }
    }

    /** What is held is no longer: it stays pending, and its lease runs out. */
    synchronized void forgetWaiting() {
        waiting.forEach(held -> {
            leases.end(held);
            inHand.remove(held);
        });
        waiting.clear();
    }

    /** A slot that is free and starts nothing: the loop has to pause, or it would claim the same entry for ever. */
    private void refuseWithoutThreads() {
        if (slots.free() > 0) {
            throw new IllegalStateException(member + ": no thread for a handler. Check the thread factory.");
        }
    }
}
