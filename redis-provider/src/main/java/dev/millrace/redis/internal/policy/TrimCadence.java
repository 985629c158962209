package dev.millrace.redis.internal.policy;

import java.time.Duration;

/**
 * When a topic is trimmed: seldom enough to cost little, often enough to stay near its length.
 *
 * @param length how many entries it keeps, about
 */
public record TrimCadence(long length) {

    /** A consumer trims this often where acks are few. */
    public static final Duration AT_LEAST_EVERY = Duration.ofMinutes(1);

    /** Whether a topic is so much longer than it should be that trimming whole nodes cannot be the reason. */
    public boolean isTooLong(long now) {
        return now / 2 >= length;
    }

    /** After how many writes or acks of one process. */
    public long every() {
        return Math.max(1, Math.min(1_000, length / 10));
    }
}
