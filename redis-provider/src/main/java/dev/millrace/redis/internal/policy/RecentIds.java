package dev.millrace.redis.internal.policy;

import java.util.Optional;
import java.util.TreeSet;

/** The last ids that were read of a stream: what of a stream that lost its end is known already. */
public final class RecentIds {

    /** More than a failover can lose while replication keeps up. */
    private static final int KEPT = 1_024;

    private final TreeSet<EntryId> ids = new TreeSet<>();

    /** Notes an id. */
    public void add(EntryId id) {
        ids.add(id);
        if (ids.size() > KEPT) {
            ids.pollFirst();
        }
    }

    /** The greatest known id up to this one. */
    public Optional<EntryId> upTo(EntryId id) {
        return Optional.ofNullable(ids.floor(id));
    }

    /** Forgets what is greater: it is in the stream no more. */
    public void forgetAfter(EntryId id) {
        ids.tailSet(id, false).clear();
    }
}
