package dev.millrace.tck;

import java.util.concurrent.CountDownLatch;

import dev.millrace.DeliveryHandler;

/** Holds messages in hand until it is opened, as a slow handler does. The bench opens all of them at the end. */
public final class Gate {

    private final CountDownLatch opened = new CountDownLatch(1);

    Gate() {}

    /** Lets go of every message held here, now and later. */
    public void open() {
        opened.countDown();
    }

    /**
     * Waits until it is open.
     *
     * @throws IllegalStateException if the thread is interrupted meanwhile
     */
    public void pass() {
        try {
            opened.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted at the gate", e);
        }
    }

    /** A reaction that waits for the gate and returns. */
    public DeliveryHandler holding() {
        return holdingThen(Reactions.returning());
    }

    /** A reaction that waits for the gate and goes on with another. */
    public DeliveryHandler holdingThen(DeliveryHandler then) {
        return delivery -> {
            pass();
            return then.handle(delivery);
        };
    }
}
