package dev.millrace.memory;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The one thread that starts what came due, and what was published: never the publisher's, so that nothing
 * of the publisher's thread reaches a handler. It lives while there is a subscription.
 */
final class Dispatcher {

    private static final System.Logger LOG = System.getLogger(Dispatcher.class.getName());

    /** A clock that is set forward is noticed within this time. */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private static final long FOR_EVER = Long.MAX_VALUE;

    private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);

    private final Store store;
    private final Clock clock;
    private final Runnable watcher = this::signal;
    private @Nullable Thread thread;
    private boolean signalled;
    private @Nullable Long againAt;
    private Instant wakeAt = Instant.MAX;

    Dispatcher(Store store) {
        this.store = store;
        this.clock = store.settings.clock();
    }

    synchronized void add(LocalSubscription subscription) {
        store.subscriptions.add(subscription);
        if (thread == null) {
            Thread started = new Thread(null, this::run, "millrace-memory", 0, false);
            started.setDaemon(true);
            started.setContextClassLoader(Dispatcher.class.getClassLoader());
            if (clock instanceof ManualClock manual) {
                manual.watch(watcher);
            }
            thread = started;
            started.start();
        }
        signal();
    }

    synchronized void remove(LocalSubscription subscription) {
        if (store.subscriptions.remove(subscription)) {
            signal();
        }
    }

    /** Has the thread look again at everything. */
    synchronized void signal() {
        signalled = true;
        notifyAll();
    }

    /** Has the thread look again at an instant, unless it will have before. */
    synchronized void wakeBy(Instant instant) {
        if (instant.isBefore(wakeAt)) {
            signal();
        }
    }

    /** Waits until the thread has ended, where no subscription is left to keep it. */
    void awaitEnd(Duration timeout) {
        Thread ending;
        synchronized (this) {
            ending = store.subscriptions.isEmpty() ? thread : null;
        }
        if (ending != null && ending != Thread.currentThread()) {
            try {
                ending.join(timeout.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void run() {
        while (goesOn()) {
            sleepUntil(work());
        }
    }

    private synchronized boolean goesOn() {
        if (!store.subscriptions.isEmpty()) {
            signalled = false;
            wakeAt = Instant.MAX;
            return true;
        }
        thread = null;
        if (clock instanceof ManualClock manual) {
            manual.unwatch(watcher);
        }
        return false;
    }

    private Instant work() {
        Instant next = Instant.MAX;
        for (LocalSubscription subscription : store.subscriptions) {
            try {
                Instant wanted = subscription.work();
                next = wanted.isBefore(next) ? wanted : next;
            } catch (Throwable failure) {
                LOG.log(Level.ERROR, subscription + ": deliveries could not be started. Tried again soon.", failure);
                tryAgainSoon();
            }
        }
        return next;
    }

    /** Has the thread look again after a pause in real time, whatever the clock is. */
    synchronized void tryAgainSoon() {
        againAt = System.nanoTime() + PAUSE_AFTER_ERROR.toNanos();
    }

    @SuppressWarnings("WaitNotInLoop")
    private synchronized void sleepUntil(Instant next) {
        wakeAt = next;
        try {
            if (!signalled) {
                // An untimed wait may end for nothing; then there is just one look too many.
                wait(Math.min(millisUntilAgain(), millisUntil(next)));
            }
        } catch (InterruptedException e) {
            // Nobody but the broker ends this thread: an interrupt is a stray one, and costs one look.
            signalled = true;
        }
    }

    private long millisUntilAgain() {
        if (againAt == null) {
            return FOR_EVER;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(againAt - System.nanoTime()) + 1;
        if (left <= 1) {
            againAt = null;
        }
        return Math.max(1, left);
    }

    private long millisUntil(Instant next) {
        if (next.equals(Instant.MAX) || clock instanceof ManualClock) {
            return FOR_EVER;
        }
        // Rounded up, or the last millisecond would be spun through.
        long left = Math.max(0, Duration.between(clock.instant(), next).toMillis()) + 1;
        return Math.min(LONGEST_WAIT.toMillis(), left);
    }
}
