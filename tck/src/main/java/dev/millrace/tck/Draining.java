package dev.millrace.tck;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.millrace.Broker;

/** A drain that goes on while the test does. */
final class Draining {

    private Draining() {}

    /** Begins to drain a broker, and returns when that waits for what is in hand, or is over. */
    static CompletableFuture<Boolean> begin(Broker broker, Duration patience) {
        CompletableFuture<Boolean> drained = new CompletableFuture<>();
        Thread thread = new Thread(() -> drain(broker, patience, drained), "drain of " + broker);
        thread.start();
        long deadline = System.nanoTime() + patience.toNanos();
        // Its pause came before its wait, so nothing starts from now on.
        while (!drained.isDone() && !isWaiting(thread)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("the drain of " + broker + " does not wait for what is in hand (was "
                        + thread.getState() + ").");
            }
            Thread.onSpinWait();
        }
        return drained;
    }

    private static void drain(Broker broker, Duration patience, CompletableFuture<Boolean> drained) {
        try {
            drained.complete(broker.drain(patience));
        } catch (RuntimeException | Error e) {
            drained.completeExceptionally(e);
        }
    }

    private static boolean isWaiting(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.TIMED_WAITING || state == Thread.State.WAITING;
    }
}
