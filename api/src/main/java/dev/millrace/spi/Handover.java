package dev.millrace.spi;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import dev.millrace.Delivery;
import dev.millrace.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * Where the handler of a subscription offers deliveries and callers take them. One that nobody asks for within a
 * while is handed back, and the subscription rests until somebody does, so that an idle caller keeps nothing from
 * the other members. Thread-safe.
 */
final class Handover {

    /** Without a limit of time. */
    static final long EVER = Long.MAX_VALUE;

    /** Long enough for a caller who is at work between two calls, short enough for the others to wait. */
    private static final long OFFERED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final String subject;
    private final int concurrency;
    private final boolean onlyOnDemand;
    private final boolean inOrder;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<GivenDelivery> offered = new ArrayDeque<>();
    private final Set<GivenDelivery> given = new LinkedHashSet<>();
    private @Nullable Subscription subscription;
    private int asking;
    private boolean resting;
    private boolean paused;
    private boolean ended;

    /** Thrown to who asks when nothing is given any more. */
    static final class Ended extends IllegalStateException {

        private static final long serialVersionUID = 1;

        Ended(String subject) {
            super(subject + ": it is closed and gives nothing any more. Open another.");
        }
    }

    /**
     * With nothing offered yet.
     *
     * @param subject for errors
     * @param concurrency how many may be unsettled at a time
     * @param onlyOnDemand to have nothing offered before somebody asks
     * @param inOrder to hand nothing back while it may be given, since what waits behind it would come first
     */
    Handover(String subject, int concurrency, boolean onlyOnDemand, boolean inOrder) {
        this.subject = subject;
        this.concurrency = concurrency;
        this.onlyOnDemand = onlyOnDemand;
        this.inOrder = inOrder;
    }

    /** Starts the subscription that offers. */
    Subscription start(Supplier<Subscription> starting) {
        lock.lock();
        try {
            // Under the lock, since it may offer before it is known.
            Subscription started = starting.get();
            subscription = started;
            restUnlessAsked();
            return started;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Offers a delivery, and waits for somebody to ask for it.
     *
     * @return complete when it is settled
     * @throws NotGiven if nobody asked
     */
    CompletionStage<?> offer(Delivery delivery) {
        GivenDelivery offer = new GivenDelivery(delivery, this::settled);
        lock.lock();
        try {
            offered.add(offer);
            changed.signalAll();
            long left = offeredNanos();
            while (offered.contains(offer) && left > 0 && !paused && !ended) {
                left = changed.awaitNanos(left);
            }
            takeBack(offer);
        } catch (InterruptedException e) {
            // Somebody wants this thread back; the subscription clears the flag.
            takeBack(offer);
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return offer.stage();
    }

    private long offeredNanos() {
        if (onlyOnDemand) {
            return asking == 0 ? 0 : OFFERED_NANOS;
        }
        return inOrder ? EVER : OFFERED_NANOS;
    }

    private void takeBack(GivenDelivery offer) {
        if (offered.remove(offer)) {
            rest();
            throw new NotGiven();
        }
    }

    /** Starts nothing until somebody asks. */
    private void rest() {
        if (!resting && !ended && subscription != null) {
            resting = true;
            subscription.pause();
        }
    }

    private void restUnlessAsked() {
        if (onlyOnDemand && asking == 0) {
            rest();
        }
    }

    private void wake() {
        if (resting && subscription != null) {
            resting = false;
            subscription.resume();
        }
    }

    /**
     * Waits for a delivery and gives it.
     *
     * @throws Ended if nothing is given any more
     * @throws IllegalStateException if too many are unsettled
     */
    Optional<Delivery> take(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            refuseIfEnded();
            refuseIfFull();
            asking++;
            try {
                return awaitOffer(nanos);
            } finally {
                asking--;
                restUnlessAsked();
            }
        } finally {
            lock.unlock();
        }
    }

    private Optional<Delivery> awaitOffer(long nanos) throws InterruptedException {
        long left = nanos;
        while (true) {
            refuseIfEnded();
            if (!paused) {
                wake();
                GivenDelivery offer = offered.poll();
                if (offer != null) {
                    given.add(offer);
                    changed.signalAll();
                    return Optional.of(offer);
                }
            }
            if (left <= 0) {
                return Optional.empty();
            }
            if (nanos == EVER) {
                changed.await();
            } else {
                left = changed.awaitNanos(left);
            }
        }
    }

    /**
     * Refuses where nothing is given any more.
     *
     * @throws Ended then
     */
    void requireOpen() {
        lock.lock();
        try {
            refuseIfEnded();
        } finally {
            lock.unlock();
        }
    }

    private void refuseIfEnded() {
        if (ended) {
            throw new Ended(subject);
        }
    }

    private void refuseIfFull() {
        if (given.size() >= concurrency) {
            throw new IllegalStateException(subject + ": message "
                    + given.iterator().next().message().id() + " is to be settled first (was " + given.size()
                    + " unsettled, of at most " + concurrency
                    + "). Call ack or retry on its delivery, or raise the concurrency.");
        }
    }

    private void settled(GivenDelivery delivery) {
        lock.lock();
        try {
            given.remove(delivery);
        } finally {
            lock.unlock();
        }
    }

    /** Gives nothing while paused; who asks waits. */
    void pause() {
        lock.lock();
        try {
            paused = true;
            changed.signalAll();
            if (subscription != null) {
                subscription.pause();
            }
        } finally {
            lock.unlock();
        }
    }

    void resume() {
        lock.lock();
        try {
            paused = false;
            changed.signalAll();
            if (!resting && subscription != null) {
                subscription.resume();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives nothing any more, and lets go of whoever waits. */
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** What is given and unsettled, which is forgotten here. */
    List<GivenDelivery> forgetUnsettled() {
        lock.lock();
        try {
            List<GivenDelivery> unsettled = List.copyOf(given);
            given.clear();
            return unsettled;
        } finally {
            lock.unlock();
        }
    }
}
