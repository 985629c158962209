package dev.millrace.spi;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.DeliveryHandler;

/**
 * The handler side of a subscription: runs deliveries on its own threads, never more at a time than its
 * concurrency, and tells how each ended, exactly once. What an ending means for the broker is the
 * provider's matter. Thread-safe.
 *
 * <p>A delivery occupies its slot from {@link #start} until the provider's answer to its {@link Outcome}
 * has returned, so what is in hand includes what is being settled. Threads are made when there is work and
 * end when there has been none for a while.
 */
public final class HandlerSlots {

    private static final System.Logger LOG = System.getLogger(HandlerSlots.class.getName());
    private static final int IDLE_SECONDS = 10;

    private final String name;
    private final int concurrency;
    private final AckMode ack;
    private final DeliveryHandler handler;
    private final Runnable slotFreed;
    private final ThreadPoolExecutor threads;
    private final Set<HandlerRun> runs = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition idle = lock.newCondition();
    private volatile boolean threadRefused;
    private int taken;
    private volatile boolean paused;
    private boolean closed;

    /**
     * Slots for one subscription.
     *
     * @param name topic and group, for log lines
     * @param slotFreed called after a slot became free, on the thread that settled; must not block
     */
    public HandlerSlots(
            String name,
            int concurrency,
            AckMode ack,
            DeliveryHandler handler,
            ThreadFactory factory,
            Runnable slotFreed) {
        this.name = name;
        this.concurrency = concurrency;
        this.ack = ack;
        this.handler = handler;
        this.slotFreed = slotFreed;
        // A factory may answer null for a refusal, which the pool would take for a thread that is on its way.
        ThreadFactory refusing = work -> Objects.requireNonNull(factory.newThread(work), "the factory gave no thread");
        this.threads = new ThreadPoolExecutor(
                concurrency, concurrency, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), refusing);
        this.threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Daemon threads named after the subscription, with the class loader of the thread that calls this and
     * nothing of the thread that happens to make them: what a provider uses where
     * {@link dev.millrace.ConsumerOptions#threads()} is empty.
     */
    public static ThreadFactory daemonThreads(String name) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        AtomicInteger number = new AtomicInteger();
        return work -> {
            String threadName = "millrace-" + name + "-" + number.incrementAndGet();
            Thread thread = new Thread(null, work, threadName, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    /** How many deliveries could start now: none while paused or closed. */
    public int free() {
        lock.lock();
        try {
            return paused || closed ? 0 : concurrency - taken;
        } finally {
            lock.unlock();
        }
    }

    /** What occupies a slot now. */
    public Collection<HandlerRun> running() {
        return Set.copyOf(runs);
    }

    /**
     * Gives a message to the handler.
     *
     * @param settle told how it ended, once: on a thread of these slots, on the one that settled by hand
     *     or, once closed, on the one that completed the handler's stage; may block
     * @return the run; empty, and {@code settle} never called, where no slot is free, or the factory gave
     *     no thread, which was logged: trying again at once would only say so again
     */
    public Optional<HandlerRun> start(BrokerMessage message, Consumer<Outcome> settle) {
        lock.lock();
        try {
            threadRefused = false;
            if (paused || closed || taken == concurrency) {
                return Optional.empty();
            }
            taken++;
        } finally {
            lock.unlock();
        }
        HandlerRun run = new HandlerRun(this, message, ack, settle);
        runs.add(run);
        try {
            threads.execute(() -> run.call(handler));
        } catch (RuntimeException | Error e) {
            LOG.log(
                    Level.WARNING,
                    name + ": no thread for message " + message.id() + ". It is handed back; check the thread factory.",
                    e);
            runs.remove(run);
            threadRefused = true;
            release();
            return Optional.empty();
        }
        return Optional.of(run);
    }

    /** Whether nothing starts until {@link #resume}. */
    public boolean isPaused() {
        return paused;
    }

    /** Whether it was for want of a thread that the last {@link #start} was in vain. */
    public boolean lacksThreads() {
        return threadRefused;
    }

    /** Whether a run may begin now; asked by the run on its own thread, so that nothing starts after a pause. */
    boolean mayBegin() {
        lock.lock();
        try {
            return !paused && !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Settles off the thread that completed a stage, which may be one that must not block. */
    void settleLater(Runnable settling) {
        try {
            threads.execute(settling);
        } catch (RuntimeException | Error e) {
            // Closed, or no thread to be had: a message that is settled late is better than one that never is.
            settling.run();
        }
    }

    void finished(HandlerRun run) {
        runs.remove(run);
        release();
        slotFreed.run();
    }

    void reportTooLate(BrokerMessage message, Throwable failure) {
        LOG.log(
                Level.WARNING,
                name + ": message " + message.id() + " was settled before its handler failed. That failure changes"
                        + " nothing; settle as the last step of the handler.",
                failure);
    }

    void reportUnsettled(BrokerMessage message, Throwable failure) {
        LOG.log(Level.ERROR, name + ": message " + message.id() + " could not be settled. It stays pending.", failure);
    }

    private void release() {
        lock.lock();
        try {
            taken--;
            idle.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Starts nothing from the moment it returns. */
    public void pause() {
        lock.lock();
        try {
            paused = true;
        } finally {
            lock.unlock();
        }
    }

    /** Starts again, unless closed. */
    public void resume() {
        lock.lock();
        try {
            paused = false;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until no slot is taken; {@code false} at once where it would have to wait and the thread is interrupted.
     */
    public boolean awaitIdle(Duration timeout) {
        long left = TimeUnit.NANOSECONDS.convert(timeout);
        lock.lock();
        try {
            while (taken > 0) {
                if (left <= 0) {
                    return false;
                }
                left = idle.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Starts nothing any more, and lets the threads end when what runs has ended. */
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        threads.shutdown();
    }
}
