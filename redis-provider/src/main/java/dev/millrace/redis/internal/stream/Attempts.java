package dev.millrace.redis.internal.stream;

import org.jspecify.annotations.Nullable;

/** Steps that are all made, whatever becomes of each; the first failure is thrown after the last of them. */
final class Attempts {

    private @Nullable Throwable failure;

    /** Makes one; whether it went well. */
    boolean did(Runnable step) {
        try {
            step.run();
            return true;
        } catch (RuntimeException | Error e) {
            failure = failure == null ? e : failure;
            return false;
        }
    }

    /** Whether one of them did not go well. */
    boolean failed() {
        return failure != null;
    }

    /** Fails if one of them did. */
    void end() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }
}
