package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import dev.millrace.redis.internal.policy.HandlerPace;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.spi.HandlerRun;
import dev.millrace.spi.HandlerSlots;
import dev.millrace.spi.Outcome;
import dev.millrace.spi.Verdict;

/**
 * Takes entries in that are ours now, holds those that find no free slot, and starts their handlers, in
 * order. Thread-safe where it says so; the rest is for the reader alone.
 */
final class Intake {

    private static final System.Logger LOG = System.getLogger(Intake.class.getName());

    /** Of the failed ones that others wait for, how many are looked after in one go. */
    private static final int MOST_LOOKED_AFTER = 100;

    private final Member member;
    private final InHand inHand;
    private final HandlerSlots slots;
    private final Leases leases;
    private final Settlement settlement;
    private final Admission admission;
    private final Ordering order;
    private final Turns turns;
    private final Deque<Held> waiting = new ArrayDeque<>();
    private boolean leaving;
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

    Intake(
            Member member,
            InHand inHand,
            HandlerSlots slots,
            Leases leases,
            Settlement settlement,
            EventRoutes routes,
            Ordering order,
            Turns turns) {
        this.member = member;
        this.inHand = inHand;
        this.slots = slots;
        this.leases = leases;
        this.settlement = settlement;
        this.admission = new Admission(member, inHand, leases, settlement, routes);
        this.order = order;
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
        return Optional.ofNullable(waiting.peek()).map(held -> Duration.ofNanos(System.nanoTime() - held.heldSince()));
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
        Admission.Result admitted = admission.admit(entries, 1, sentAt, Optional.empty());
        synchronized (this) {
            admitted.ours().stream().filter(order::admits).forEach(waiting::add);
        }
        if (admitted.attempts().failed()) {
            // The server has counted it, and it never ran.
            turns.readLost(sentAt);
        }
        admitted.attempts().did(this::startAll);
        admitted.attempts().end();
    }

    /**
     * Begins an entry that was claimed for a free slot, unless it has to wait for its key.
     *
     * @param leftBy who left it lying until it was claimed; empty where it waited for its retry
     */
    void begin(StreamEntry entry, int deliveries, long sentAt, boolean alone, Optional<String> leftBy) {
        Admission.Result admitted = admission.admit(List.of(entry), deliveries, sentAt, leftBy);
        admitted.attempts().end();
        for (Held held : admitted.ours()) {
            if (alone) {
                held.alone();
            }
            begin(held);
        }
    }

    private void begin(Held held) {
        synchronized (this) {
            if (!order.admits(held) || startOrDrop(held) || isKept(held)) {
                return;
            }
        }
        order.finished(held);
        settlement.handBack(held);
        refuseWithoutThreads();
    }

    /** Starts what waits, as far as slots are free; what its lease may have run out of is renewed before. */
    void startAll() {
        while (true) {
            switch (startWaiting()) {
                case DONE -> {
                    return;
                }
                case STALE -> renewStale();
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
        for (Optional<Held> freed = order.next(); freed.isPresent(); freed = order.next()) {
            freed.get().waitsForSlot();
            waiting.addFirst(freed.get());
        }
        for (Held next = waiting.peek(); next != null; next = waiting.peek()) {
            if (next.isLost()) {
                waiting.remove();
                drop(next);
                continue;
            }
            if (slots.free() == 0 || (mayBeHeld() && turns.keepsSlot())) {
                return End.DONE;
            }
            if (mayHaveRunOut(next)) {
                return End.STALE;
            }
            if (!startOrDrop(next)) {
                return slots.lacksThreads() ? End.NO_THREAD : End.DONE;
            }
            waiting.remove();
            turns.newHadTheirTurn();
        }
        return End.DONE;
    }

    /** What may run once only was read for a slot, and takes it: a crash would count against it. */
    private boolean mayBeHeld() {
        return member.failures().retry().maxDeliveries() > 1;
    }

    /** One that cannot even be shown to its handler must not keep the others from theirs. */
    private boolean startOrDrop(Held held) {
        try {
            return start(held);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, member + ": message " + held.id() + " cannot be started; it stays pending.", e);
            drop(held);
            return true;
        }
    }

    private boolean mayHaveRunOut(Held held) {
        return held.isInDoubt() || member.lease().mayHaveRunOut(Duration.ofNanos(System.nanoTime() - held.leasedAt()));
    }

    private void renewStale() {
        List<Held> stale;
        synchronized (this) {
            stale = waiting.stream()
                    .filter(this::mayHaveRunOut)
                    .limit(Leases.PAGE)
                    .toList();
        }
        leases.renew(stale);
    }

    private void drop(Held held) {
        order.finished(held);
        leases.end(held);
        inHand.remove(held);
    }

    private boolean start(Held held) {
        held.starting();
        Optional<HandlerRun> run = slots.start(member.shown(held), outcome -> ended(held, outcome));
        run.ifPresent(held::running);
        return run.isPresent();
    }

    private void ended(Held held, Outcome outcome) {
        if (outcome instanceof Outcome.NotStarted) {
            if (!isKept(held)) {
                // Before it is handed back, since it may come again at once.
                order.finished(held);
                settlement.settle(held, outcome);
            }
            return;
        }
        pace = pace.and(held.runningFor());
        boolean again = comesAgain(held, outcome);
        if (again) {
            order.failed(held);
        }
        try {
            settlement.settle(held, outcome);
        } finally {
            if (!again) {
                order.finished(held);
            }
        }
    }

    /** One of an order that did not start keeps its place: handed back, it would come behind younger ones of its key. */
    private synchronized boolean isKept(Held held) {
        if (!order.isOn() || leaving) {
            return false;
        }
        held.notStarted();
        waiting.addFirst(held);
        return true;
    }

    /** From now on nothing is kept that does not start. Any thread. */
    synchronized void leave() {
        leaving = true;
    }

    private boolean comesAgain(Held held, Outcome outcome) {
        boolean failed = outcome instanceof Outcome.Failed || outcome instanceof Outcome.RetryAsked;
        Throwable cause = outcome instanceof Outcome.Failed failure ? failure.cause() : null;
        return failed && !held.isLost() && member.failures().after(held.deliveries, cause) instanceof Verdict.Retry;
    }

    /** Lets those go that wait for the retry of one that is another consumer's by now. */
    void dropLost() {
        order.holdingBack().stream().limit(MOST_LOOKED_AFTER).forEach(id -> {
            List<PendingRow> row = member.commands().pending(member.group(), id, 1, Optional.of(member.consumer()));
            if (row.isEmpty() || !row.get(0).id().equals(id)) {
                order.finished(id);
            }
        });
    }

    /** Hands back what is held. Fails with it still held. */
    void handBackWaiting() {
        List<Held> unstarted;
        synchronized (this) {
            unstarted = new ArrayList<>(waiting);
            unstarted.addAll(order.release());
            waiting.clear();
        }
        if (unstarted.isEmpty()) {
            return;
        }
        try {
            settlement.handBackAll(unstarted);
            unstarted.forEach(order::finished);
            turns.handedBack();
        } catch (RuntimeException | Error e) {
            unstarted.forEach(Held::keptInDoubt);
            synchronized (this) {
                unstarted.forEach(order::finished);
                unstarted.stream().filter(order::admits).forEach(waiting::add);
            }
            throw e;
        }
    }

    /** What is held is no longer: it stays pending, and its lease runs out. */
    synchronized void forgetWaiting() {
        waiting.forEach(this::drop);
        order.release().forEach(this::drop);
        waiting.clear();
    }

    /** A slot that is free and starts nothing: the loop has to pause, or it would claim the same entry for ever. */
    private void refuseWithoutThreads() {
        if (slots.lacksThreads()) {
            throw new IllegalStateException(member + ": no thread for a handler. Check the thread factory.");
        }
    }
}
