package dev.millrace.redis.internal.policy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.millrace.Position;

/**
 * How far a broadcast subscriber has come on a stream, and what follows from what is read next: above all
 * whether anything was trimmed in between, which a plain read does not tell.
 *
 * @param reached the id after which it reads on
 * @param rank how many entries the stream had got when {@code reached} was its newest; empty where unknown
 * @param atBeginning whether it begins at whatever is oldest, so that nothing before that is missed
 * @param anchored whether the stream held an entry at or before {@code reached}: when it no longer does,
 *     something was trimmed
 * @param notBefore what is up to this id is passed over; for a start in the future
 */
public record TailPosition(
        EntryId reached, OptionalLong rank, boolean atBeginning, boolean anchored, Optional<EntryId> notBefore) {

    /** Before everything. */
    public static final TailPosition BEGINNING =
            new TailPosition(EntryId.ZERO, OptionalLong.empty(), true, false, Optional.empty());

    /** What was trimmed before it was read; the count is empty where it cannot be told. */
    public record Gap(EntryId after, OptionalLong count) {}

    /** A position after reading on. */
    public record Step(TailPosition next, Optional<Gap> gap) {}

    /**
     * The position that a subscriber starts at.
     *
     * @param from whose id is one of the server's form
     */
    public static TailPosition start(Position from, StreamExtent now) {
        if (from instanceof Position.Latest) {
            return at(now.last(), now);
        }
        if (from instanceof Position.After after) {
            EntryId id = EntryId.read(after.id()).orElseThrow();
            // The message was there once, so if the stream does not reach back to it, something is gone.
            return new TailPosition(id, OptionalLong.empty(), false, true, Optional.empty());
        }
        if (from instanceof Position.At at) {
            EntryId before = EntryId.firstAt(at.instant()).before();
            return before.compareTo(now.last()) > 0
                    ? at(now.last(), now).notBefore(before)
                    : new TailPosition(
                            before,
                            OptionalLong.empty(),
                            false,
                            now.reaches(before) || now.hasShrunk(),
                            Optional.empty());
        }
        return BEGINNING;
    }

    private static TailPosition at(EntryId last, StreamExtent now) {
        return new TailPosition(last, now.added(), false, now.reaches(last), Optional.empty());
    }

    private TailPosition notBefore(EntryId id) {
        return new TailPosition(reached, rank, atBeginning, anchored, Optional.of(id));
    }

    /** Whether the stream has never been here: it was born again, or lost its end in a failover. */
    public boolean isAheadOf(StreamExtent now) {
        return reached.compareTo(now.last()) > 0;
    }

    /** Where to read on in a stream that {@link #isAheadOf} found changed: after the last entry that is known. */
    public static TailPosition rewound(Optional<EntryId> lastKnown) {
        return lastKnown
                .map(id -> new TailPosition(id, OptionalLong.empty(), false, false, Optional.empty()))
                .orElse(BEGINNING);
    }

    /** The same, knowing more if there is nothing left to read. */
    public TailPosition settled(StreamExtent now) {
        return reached.equals(now.last()) && !atBeginning
                ? new TailPosition(reached, now.added(), false, now.reaches(reached), notBefore)
                : this;
    }

    /** Further on, with nothing in between. */
    public TailPosition movedTo(EntryId id) {
        return id.compareTo(reached) <= 0 ? this : new TailPosition(id, rank, atBeginning, anchored, notBefore);
    }

    /** Whether a message is one that this position starts at, or after. */
    public boolean wants(EntryId id) {
        return notBefore.isEmpty() || id.compareTo(notBefore.get()) > 0;
    }

    /**
     * Takes entries that were read from here on.
     *
     * @param page all that were read, oldest first, at least one
     * @param taken how many of them are taken, at least one
     * @param after the stream, looked at after the read: what it shows untouched was so during the read
     */
    public Step take(List<EntryId> page, int taken, StreamExtent after) {
        OptionalLong rankOfPage = rankOfPage(page, after);
        EntryId last = page.get(taken - 1);
        OptionalLong newRank = rankOfPage.isPresent() ? plus(rankOfPage, taken - 1) : followedRank(last, taken, after);
        return new Step(new TailPosition(last, newRank, false, after.reaches(last), notBefore), gap(rankOfPage, after));
    }

    private static OptionalLong rankOfPage(List<EntryId> page, StreamExtent after) {
        // What was trimmed since the read was read all the same.
        int index = after.first().map(page::indexOf).orElse(-1);
        return index < 0 ? OptionalLong.empty() : plus(after.rankOfFirst(), -index);
    }

    private OptionalLong followedRank(EntryId last, int taken, StreamExtent after) {
        if (last.equals(after.last())) {
            return after.added();
        }
        boolean intact = after.reaches(reached)
                && after.deletedUpTo().filter(id -> id.compareTo(reached) > 0).isEmpty();
        return intact ? plus(rank, taken) : OptionalLong.empty();
    }

    private Optional<Gap> gap(OptionalLong rankOfPage, StreamExtent after) {
        if (atBeginning || after.reaches(reached)) {
            return Optional.empty();
        }
        if (rank.isPresent() && rankOfPage.isPresent()) {
            long known = after.added().orElseThrow() < rank.getAsLong() ? 0 : rank.getAsLong();
            long lost = rankOfPage.getAsLong() - known - 1;
            return lost > 0 ? Optional.of(new Gap(reached, OptionalLong.of(lost))) : Optional.empty();
        }
        return anchored ? Optional.of(new Gap(reached, OptionalLong.empty())) : Optional.empty();
    }

    private static OptionalLong plus(OptionalLong rank, long entries) {
        return rank.isPresent() ? OptionalLong.of(rank.getAsLong() + entries) : rank;
    }
}
