package dev.millrace;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** The JVM hook of a registry that drains when the JVM is told to end. */
final class DrainHook {

    private static final System.Logger LOG = System.getLogger(ConsumerRegistry.class.getName());

    private final Consumer<Duration> drain;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean awaited;
    private @Nullable Thread hook;

    DrainHook(Consumer<Duration> drain) {
        this.drain = drain;
    }

    synchronized void add(Duration timeout) {
        Thread thread = new Thread(() -> run(timeout), "millrace-drain");
        if (hook != null || closed.getCount() == 0) {
            throw new IllegalStateException("drainOnShutdown: a registry drains once (was "
                    + (hook == null ? "closed" : "asked for before") + "). Call it once, before close.");
        }
        Runtime.getRuntime().addShutdownHook(thread);
        hook = thread;
    }

    /** Somebody waits for the drain, to close the registry after it. */
    void awaited() {
        awaited = true;
    }

    private void run(Duration timeout) {
        long deadline = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
        try {
            drain.accept(timeout);
        } catch (RuntimeException e) {
            LOG.log(
                    Level.ERROR,
                    "Drain at shutdown: a subscription could not be stopped. The JVM ends all the same.",
                    e);
        }
        try {
            if (awaited) {
                boolean ignored = closed.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes it back: the registry is closed. */
    void remove() {
        Thread thread;
        synchronized (this) {
            closed.countDown();
            thread = hook;
            hook = null;
        }
        try {
            if (thread != null) {
                Runtime.getRuntime().removeShutdownHook(thread);
            }
        } catch (IllegalStateException e) {
            LOG.log(Level.DEBUG, "The JVM is ending: the hook runs or ran, and goes with it.", e);
        }
    }
}
