package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads of new messages of a group's topics, one thread's, on a connection of their own that is opened when needed. */
public interface GroupReads extends AutoCloseable {

    /** A wake-up that comes from now on ends the next read; one that came before is heard herewith. */
    void listen();

    /**
     * Reads entries that nobody in the group has, waiting for the first where there are none.
     *
     * @param count how many of each stream at most
     * @param block zero for not waiting
     * @return those that came, by stream; empty, and nothing was asked, where {@link #wake} was called since
     *     {@link #listen}
     */
    Optional<Map<String, List<StreamEntry>>> read(
            String group, String consumer, Collection<String> keys, int count, Duration block);

    /** Ends the wait of the current read, or of the next one where none is going on. Any thread; never blocks. */
    void wake();

    /** Cuts the connection under a read, so that the next one opens another; whether there was a read. Any thread. */
    boolean cut();

    /** Cuts the connection for good. Any thread. */
    @Override
    void close();
}
