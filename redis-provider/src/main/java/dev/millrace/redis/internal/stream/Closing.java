package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** That something ends, for threads that would otherwise go on waiting and trying. */
final class Closing {

    private final CountDownLatch begun = new CountDownLatch(1);

    void begin() {
        begun.countDown();
    }

    boolean hasBegun() {
        return begun.getCount() == 0;
    }

    /** Waits for so long, or until the closing; an interrupt is kept for later. Whether it has begun. */
    boolean awaitFor(Duration time) {
        long deadline = System.nanoTime() + time.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return begun.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
