package dev.millrace.redis.internal.policy;

import java.time.Duration;

/**
 * How long a handler takes for a message, by its latest ones.
 *
 * @param nanos negative if not known
 */
public record HandlerPace(long nanos) {

    /** Before the first message. */
    public static final HandlerPace UNKNOWN = new HandlerPace(-1);

    private static final int WEIGHT = 8;

    boolean isKnown() {
        return nanos >= 0;
    }

    /** With one more message, which took so long. */
    public HandlerPace and(Duration took) {
        return isKnown() ? new HandlerPace(nanos + (took.toNanos() - nanos) / WEIGHT) : new HandlerPace(took.toNanos());
    }
}
