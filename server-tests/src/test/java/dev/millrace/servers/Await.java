package dev.millrace.servers;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what gives no signal of its own. */
final class Await {

    /** Servers need minutes to start on a loaded machine; only a failing test waits for all of it. */
    private static final Duration START = Duration.ofMinutes(8);

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Await() {}

    /** Waits until a server is so, or has ended. */
    static void until(String what, ServerProcess process, BooleanSupplier condition) {
        until(
                what,
                START,
                () -> {
                    if (condition.getAsBoolean()) {
                        return true;
                    }
                    if (!process.isAlive()) {
                        throw new IllegalStateException("The server ended before " + what + ":\n" + process.tail());
                    }
                    return false;
                },
                process::tail);
    }

    static void until(String what, BooleanSupplier condition, Supplier<String> seen) {
        until(what, LIMIT, condition, seen);
    }

    static void until(String what, Duration limit, BooleanSupplier condition, Supplier<String> seen) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("Not within " + limit + ": " + what + ". Seen: " + seen.get());
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }
}
