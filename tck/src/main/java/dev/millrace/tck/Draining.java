package dev.millrace.tck;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

import dev.millrace.Broker;

/** A drain that goes on while the test does. */
public final class Draining {

    private Draining() {}

    /** Begins to drain a broker, and returns when that waits for what is in hand, or is over. */
    static CompletableFuture<Boolean> begin(Broker broker, Duration patience) {
        return begin("drain of " + broker, () -> broker.drain(patience), patience);
    }

    /** Begins to close what drains itself then, and returns when that waits for what is in hand, or is over. */
    public static CompletableFuture<?> beginClose(String name, AutoCloseable closing, Duration patience) {
        return begin(
                "end of " + name,
                () -> {
                    closing.close();
                    return true;
                },
                patience);
    }

    private static <T> CompletableFuture<T> begin(String name, Callable<T> ending, Duration patience) {
        CompletableFuture<T> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> run(ending, ended), name);
        thread.start();
        long deadline = System.nanoTime() + patience.toNanos();
        // Its pause came before its wait, so nothing starts from now on.
        while (!ended.isDone() && !isWaiting(thread)) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError(
                        "the " + name + " does not wait for what is in hand (was " + thread.getState() + ").");
            }
            Thread.onSpinWait();
        }
        return ended;
    }

    private static <T> void run(Callable<T> ending, CompletableFuture<T> ended) {
        try {
            ended.complete(ending.call());
        } catch (Exception | Error e) {
            ended.completeExceptionally(e);
        }
    }

    private static boolean isWaiting(Thread thread) {
        Thread.State state = thread.getState();
        return state == Thread.State.TIMED_WAITING || state == Thread.State.WAITING;
    }
}
