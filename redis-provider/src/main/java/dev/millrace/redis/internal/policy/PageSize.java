package dev.millrace.redis.internal.policy;

/**
 * How many entries a read asks for, so that its reply stays near a size however large entries are. It learns
 * from what came.
 */
public final class PageSize {

    private static final long REPLY_BYTES = 8L << 20;

    private final int most;
    private long entryBytes = 1 << 20;

    /** Few at first, since nothing is known. */
    public PageSize(int most) {
        this.most = most;
    }

    /** The next read's count for each of so many streams. */
    public int of(int streams) {
        return (int) Math.max(1, Math.min(most, REPLY_BYTES / (entryBytes * Math.max(1, streams))));
    }

    /** Learns from a reply: at once that entries are large, and slowly that they are small again. */
    public void learn(int entries, long bytes) {
        if (entries > 0) {
            entryBytes = Math.max(Math.max(1, bytes / entries), entryBytes / 4);
        }
    }
}
