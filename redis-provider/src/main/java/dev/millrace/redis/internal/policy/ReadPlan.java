package dev.millrace.redis.internal.policy;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Which topics of a group the next read asks, and for how many entries of each: one number for all of them,
 * since COUNT is per stream. So those that have a backlog also get a read of their own, every other time,
 * or one topic with little room would slow all of them down.
 *
 * @param topics the topics to ask, by their place in the list; none where none has room
 * @param onlyBacklogs whether others with room are left out, so that this read must not wait for messages
 */
public record ReadPlan(List<Integer> topics, int count, boolean onlyBacklogs) {

    /**
     * What a topic could take.
     *
     * @param slots entries that would start at once
     * @param ahead entries that would be held
     * @param aheadLimit how many may be held at most
     * @param entryBytes how large its entries are, about; 0 if not known
     * @param backlog whether the last read got all that it asked for
     */
    public record Appetite(int slots, int ahead, int aheadLimit, long entryBytes, boolean backlog) {

        /** Whether the topic is read: with a free slot at once, else when half of what it may hold has started. */
        public boolean isReadable() {
            return slots > 0 || (ahead > 0 && ahead * 2 >= aheadLimit);
        }

        private boolean isReadable(long bytes) {
            return bytes > 0 ? isReadable() : slots > 0;
        }

        private int room(long bytes) {
            return bytes > 0 ? slots + ahead : slots;
        }
    }

    /**
     * Plans.
     *
     * @param batchSize how many entries a read asks for at most, over all its topics
     * @param bytes how many more bytes may be held; without any, only what starts at once is read
     * @param backlogsTurn whether it is the turn of the topics that have a backlog
     */
    public static ReadPlan of(List<Appetite> appetites, int batchSize, long bytes, boolean backlogsTurn) {
        List<Integer> readable = IntStream.range(0, appetites.size())
                .filter(i -> appetites.get(i).isReadable(bytes))
                .boxed()
                .toList();
        List<Integer> backlogs =
                readable.stream().filter(i -> appetites.get(i).backlog()).toList();
        boolean onlyBacklogs = backlogsTurn && !backlogs.isEmpty() && backlogs.size() < readable.size();
        List<Integer> chosen = onlyBacklogs ? backlogs : readable;
        return new ReadPlan(
                chosen, count(chosen.stream().map(appetites::get).toList(), batchSize, bytes), onlyBacklogs);
    }

    private static int count(List<Appetite> chosen, int batchSize, long bytes) {
        int room = chosen.stream().mapToInt(each -> each.room(bytes)).min().orElse(0);
        int share = batchSize / Math.max(1, chosen.size());
        long round = chosen.stream().mapToLong(Appetite::entryBytes).sum();
        long fitting = round == 0 ? Integer.MAX_VALUE : Math.max(0, bytes) / round;
        // What starts at once is not held back by what others hold.
        return (int) Math.max(1, Math.min(Math.min(room, share), fitting));
    }
}
