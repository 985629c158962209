package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.jspecify.annotations.Nullable;

/** The commands that have not been sent yet, in the order in which they came. Thread-safe; times are of one clock. */
final class CallQueue {

    /** The part of the time-out that is kept for a command's way to the server and back. */
    private static final int ROUND_TRIP = 20;

    private static final long SHORTEST_WAIT_NANOS = 1_000_000;

    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final long timeoutNanos;

    CallQueue(Duration timeout) {
        this.timeoutNanos = timeout.toNanos();
    }

    void add(Call call) {
        calls.add(call);
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** Takes the first, to be sent or ended by who took it; null where there is none that anybody still waits for. */
    @Nullable
    Call take() {
        for (Call first = calls.poll(); first != null; first = calls.poll()) {
            if (first.begin()) {
                return first;
            }
        }
        return null;
    }

    /**
     * Takes the first if it has too little time left for a round trip. It must not go out: waiting for its reply without
     * time would break the connection for all, and what it has left is what there is to make one.
     */
    @Nullable
    Call takeLate(long now) {
        for (Call first = calls.peek();
                first != null && (first.isEnded() || isLate(first, now));
                first = calls.peek()) {
            if (calls.remove(first) && first.begin()) {
                return first;
            }
        }
        return null;
    }

    private boolean isLate(Call call, long now) {
        return call.deadline - now <= timeoutNanos / ROUND_TRIP;
    }

    /** What the first still has, so that no caller waits longer than it asked for. */
    Duration timeLeft(long now) {
        Call first = calls.peek();
        return Duration.ofNanos(first == null ? timeoutNanos : Math.max(SHORTEST_WAIT_NANOS, first.deadline - now));
    }
}
