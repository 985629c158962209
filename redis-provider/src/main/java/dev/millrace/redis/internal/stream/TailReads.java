package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.millrace.redis.internal.policy.EntryId;

/** Reads of everything, one thread's, on a connection of their own that is opened when needed. */
public interface TailReads extends AutoCloseable {

    /**
     * Reads what comes after an id of each stream, waiting for the first where there is nothing.
     *
     * @param after a stream, and the id after which it is read
     * @param count how many entries of each at most
     * @param block zero for not waiting
     * @return the entries by stream; empty where none came, and where {@link #wake} was called since the last
     *     read began
     */
    Map<String, List<StreamEntry>> read(Map<String, EntryId> after, int count, Duration block);

    /** Ends the wait of the current read, or of the next one where none is going on. Any thread; never blocks. */
    void wake();

    /** Cuts the connection, whatever the read is doing. Any thread. */
    @Override
    void close();
}
