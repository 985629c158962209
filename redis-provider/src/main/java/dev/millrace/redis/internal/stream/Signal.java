package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Something to look at again: given by many, awaited by one, and kept if it came first. */
final class Signal {

    private final Semaphore given = new Semaphore(0);

    void give() {
        if (given.availablePermits() == 0) {
            given.release();
        }
    }

    /** Forgets it: what it was given for is looked at now. */
    void clear() {
        given.drainPermits();
    }

    /** Waits for the signal, or so long. */
    void await(Duration limit) {
        try {
            if (given.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                given.drainPermits();
            }
        } catch (InterruptedException e) {
            // Nobody interrupts this thread to any end; what is waited for comes by the signal.
            given.drainPermits();
        }
    }
}
