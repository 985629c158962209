package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Something that happens once and can be waited for, by a test or by a handler that the test holds up. */
public final class Signal {

    private final CountDownLatch latch = new CountDownLatch(1);

    public void give() {
        latch.countDown();
    }

    /** Fails the test where the signal does not come. */
    public void await() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    assertThat(latch.await(30, TimeUnit.SECONDS))
                            .as("signal given in time")
                            .isTrue();
                    return;
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
