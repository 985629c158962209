package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Completes the stages of the application. What follows one is its code and may wait, for another of them too: so
 * nobody else's thread does it, and while one is completed another thread looks for the next. One thread completes
 * many where nothing waits. Thread-safe.
 */
final class Completions implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(Completions.class.getName());

    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean looking = new AtomicBoolean();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            5,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Threads.daemon("millrace-redis-completions"));

    /** Has a stage completed, soon. */
    void add(Runnable completion) {
        queue.add(completion);
        haveLooked();
    }

    private void haveLooked() {
        if (queue.isEmpty() || !looking.compareAndSet(false, true)) {
            return;
        }
        try {
            threads.execute(this::look);
        } catch (Error e) {
            looking.set(false);
            LOG.log(Level.WARNING, "No thread to complete a publication; those there are have to do.", e);
            if (threads.getPoolSize() == 0) {
                completeAll();
            }
        }
    }

    private void look() {
        Runnable first = queue.poll();
        looking.set(false);
        if (first == null) {
            // One may have been added just before, and relied on this look.
            haveLooked();
            return;
        }
        complete(first);
        completeAll();
    }

    private void completeAll() {
        for (Runnable next = queue.poll(); next != null; next = queue.poll()) {
            complete(next);
        }
    }

    private void complete(Runnable completion) {
        haveLooked();
        completion.run();
    }

    /** Keeps no thread from now on but for what is completed even so. */
    @Override
    public void close() {
        threads.setKeepAliveTime(0, TimeUnit.SECONDS);
    }
}
