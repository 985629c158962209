package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/**
 * Cuts a connection whose other end takes no more bytes. A socket's time-out bounds reads alone: a write into a
 * full buffer waits until TCP gives up, a quarter of an hour later. Has its own thread, since all others may be waiting.
 */
final class WriteWatch implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(WriteWatch.class.getName());

    /** Any socket's buffer takes as much at once while nothing else is in it. */
    static final int NEVER_BLOCKS = 8 << 10;

    /** A reply that does not come ends the wait by itself, and says so better. */
    private static final long AFTER_TIMEOUT = TimeUnit.MILLISECONDS.toNanos(50);

    private final ScheduledThreadPoolExecutor timer;
    private final AtomicBoolean looking = new AtomicBoolean();
    private volatile @Nullable Writing writing;

    private record Writing(Wire wire, long until) {}

    WriteWatch() {
        timer = new ScheduledThreadPoolExecutor(1, Threads.daemon("millrace-redis-writes"));
        timer.setKeepAliveTime(5, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Something is written from now on that may not be taken. It ends the watch of what was written before. */
    void begin(Wire wire, long deadline) {
        Writing now = new Writing(wire, deadline + AFTER_TIMEOUT);
        writing = now;
        lookUnlessLooking(now);
    }

    /** All of it was taken, or given up. */
    void end() {
        writing = null;
    }

    private void lookUnlessLooking(@Nullable Writing now) {
        if (now != null && looking.compareAndSet(false, true)) {
            lookAt(now.until);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
    private void lookAt(long time) {
        try {
            long wait = Math.max(AFTER_TIMEOUT, time - System.nanoTime());
            timer.schedule(this::look, wait, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "Closed meanwhile.", e);
        } catch (Error e) {
            looking.set(false);
            LOG.log(Level.WARNING, "No thread could be made to watch a write; the next one is watched again.", e);
        }
    }

    /** Once for many writes: a timer set and taken back for each would cost more than the write. */
    private void look() {
        Writing now = writing;
        if (now != null) {
            if (now.until - System.nanoTime() <= 0) {
                now.wire.cut();
            }
            lookAt(now.until);
            return;
        }
        looking.set(false);
        lookUnlessLooking(writing);
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
