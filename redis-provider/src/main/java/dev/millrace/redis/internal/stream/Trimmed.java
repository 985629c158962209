package dev.millrace.redis.internal.stream;

import java.util.List;

/**
 * What went from a stream.
 *
 * @param removed how many entries
 * @param losses of each group that had not acked some of them
 */
public record Trimmed(long removed, List<Loss> losses) {

    /**
     * Entries that a group lost.
     *
     * @param count how many now
     * @param ever how many since the group is there
     */
    public record Loss(String group, long count, long ever) {}
}
