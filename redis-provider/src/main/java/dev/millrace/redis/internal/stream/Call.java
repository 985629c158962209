package dev.millrace.redis.internal.stream;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

/** One command on its way through a {@link CommandLine}. */
final class Call {

    private enum State {
        QUEUED,
        SENT,
        ENDED,
        TOLD
    }

    final byte[][] command;
    final long deadline;
    private final @Nullable BiConsumer<@Nullable Object, @Nullable StreamFailure> whenEnded;
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
    private @Nullable Object reply;
    private volatile @Nullable StreamFailure failure;

    /**
     * A command.
     *
     * @param deadline by {@link System#nanoTime()}, after which it is of no use
     * @param whenEnded told how it ended; null where the caller waits
     */
    Call(byte[][] command, long deadline, @Nullable BiConsumer<@Nullable Object, @Nullable StreamFailure> whenEnded) {
        this.command = command;
        this.deadline = deadline;
        this.whenEnded = whenEnded;
    }

    boolean isWaitedFor() {
        return whenEnded == null;
    }

    /** Whether it goes out now; false where its caller has given up. */
    boolean begin() {
        return state.compareAndSet(State.QUEUED, State.SENT);
    }

    /** Takes it back; false where it is too late for that. */
    boolean cancel() {
        return state.compareAndSet(State.QUEUED, State.ENDED);
    }

    void succeed(@Nullable Object value) {
        reply = value;
        state.set(State.ENDED);
    }

    void fail(StreamFailure cause) {
        failure = cause;
        state.set(State.ENDED);
    }

    boolean isEnded() {
        State now = state.get();
        return now == State.ENDED || now == State.TOLD;
    }

    /** Tells of its ending, the first time only. */
    void tell() {
        if (whenEnded != null && state.compareAndSet(State.ENDED, State.TOLD)) {
            whenEnded.accept(reply, failure);
        }
    }

    @Nullable
    Object result() {
        StreamFailure cause = failure;
        if (cause != null) {
            throw cause;
        }
        return reply;
    }
}
