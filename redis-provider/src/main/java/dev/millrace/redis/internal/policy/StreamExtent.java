package dev.millrace.redis.internal.policy;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * From where to where a stream reaches at one moment.
 *
 * @param first the oldest entry that is there; empty where there is none
 * @param last the greatest id it ever had
 * @param added how many entries it ever got; empty before Redis 7
 * @param deletedUpTo the greatest id that was deleted singly; empty where none was, and before Redis 7
 */
public record StreamExtent(
        Optional<EntryId> first, EntryId last, long length, OptionalLong added, Optional<EntryId> deletedUpTo) {

    /** What there is of a stream that does not exist. */
    public static final StreamExtent NONE =
            new StreamExtent(Optional.empty(), EntryId.ZERO, 0, OptionalLong.of(0), Optional.empty());

    /** Whether entries have gone from the beginning, or from anywhere; no where the server cannot tell. */
    boolean hasShrunk() {
        return added.isPresent() && added.getAsLong() > length;
    }

    boolean reaches(EntryId id) {
        return first.isPresent() && first.get().compareTo(id) <= 0;
    }

    /** How many entries came up to the oldest that is there, itself included; empty where that cannot be told. */
    OptionalLong rankOfFirst() {
        // A hole behind the first entry would be counted as if it were before it.
        boolean hasHole = first.isEmpty()
                || deletedUpTo.filter(id -> id.compareTo(first.get()) > 0).isPresent();
        return added.isEmpty() || hasHole ? OptionalLong.empty() : OptionalLong.of(added.getAsLong() - length + 1);
    }
}
