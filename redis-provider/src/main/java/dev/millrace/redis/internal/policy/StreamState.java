package dev.millrace.redis.internal.policy;

import java.util.Optional;

/**
 * How far a stream has come, which only grows for as long as it is the same stream.
 *
 * @param lastGenerated the greatest id it ever had
 * @param entriesAdded how many entries it ever got; empty before Redis 7
 */
public record StreamState(EntryId lastGenerated, Optional<Long> entriesAdded) {

    /** Whether this cannot be what became of an earlier state: the stream was born again in between. */
    boolean isBefore(StreamState earlier) {
        boolean fewer = entriesAdded.isPresent()
                && earlier.entriesAdded()
                        .filter(added -> entriesAdded.get() < added)
                        .isPresent();
        return fewer || lastGenerated.compareTo(earlier.lastGenerated()) < 0;
    }
}
