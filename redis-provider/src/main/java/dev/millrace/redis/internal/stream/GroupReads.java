package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.List;

/** Reads of new messages, one thread's, on a connection of their own that is opened when needed. */
public interface GroupReads extends AutoCloseable {

    /**
     * Reads entries that nobody in the group has, waiting for the first where there are none.
     *
     * @param block zero for not waiting
     * @return empty where none came, and where {@link #wake} was called since the last read began
     */
    List<StreamEntry> read(StreamGroup group, String consumer, int count, Duration block);

    /** Ends the wait of the current read, or of the next one where none is going on. Any thread; never blocks. */
    void wake();

    /** Cuts the connection, whatever the read is doing. Any thread. */
    @Override
    void close();
}
