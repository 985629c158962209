package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.StreamExtent;
import dev.millrace.redis.internal.policy.StreamState;
import dev.millrace.redis.internal.policy.Watermark;

/**
 * What Millrace asks of a server. Each method is one step on the server, atomic there. Everything throws
 * {@link StreamFailure}. Thread-safe.
 */
public interface StreamCommands extends AutoCloseable {

    /**
     * What is known of a topic's groups, and of one of them whether it exists or not.
     *
     * @param watermark how far that one had come; empty where that was never noted
     * @param stream empty where there is no stream
     */
    record GroupFacts(
            List<String> groups,
            Optional<Long> firstGroupAt,
            long serverMillis,
            long length,
            Optional<Watermark> watermark,
            Optional<StreamState> stream) {}

    /**
     * A group of a topic.
     *
     * @param lag how many entries it was never given; empty where the server cannot tell
     */
    record GroupRow(String name, long pending, OptionalLong lag, Map<String, Duration> idleByConsumer) {}

    /** How the deletion of a group ended. */
    enum Deletion {
        DELETED,
        /** There was none. */
        ABSENT,
        /** It has a consumer that is not known to be gone. */
        SERVED
    }

    /** How the creation of a group ended. */
    enum Creation {
        CREATED,
        EXISTED,
        /** The facts it was decided on hold no more; look again. */
        OUTDATED
    }

    /** How a claim ended. */
    sealed interface Claim {

        /** The entry is ours. */
        record Taken(StreamEntry entry, int deliveries) implements Claim {}

        /** It is another's by now, was used meanwhile, or is acked. */
        record Lost() implements Claim {}

        /** Its body was deleted or trimmed; it was acked. */
        record Gone() implements Claim {}
    }

    /** How a dead-lettering ended. */
    enum Burial {
        COPIED,
        /** It is another's by now, was used meanwhile, or is acked. */
        LOST,
        /** Its body was deleted or trimmed; it was acked. */
        GONE
    }

    /**
     * What is pending in a group.
     *
     * @param byConsumer how many entries
     * @param refusal why it cannot be told; empty where it can
     */
    record Backlog(Map<String, Long> byConsumer, Optional<StreamFailure.Refused> refusal) {

        /**
         * How many entries are pending, by consumer.
         *
         * @throws StreamFailure.Refused if that cannot be told
         */
        Map<String, Long> counts() {
            refusal.ifPresent(refused -> {
                throw refused;
            });
            return byConsumer;
        }
    }

    /** Whether a consumer's name is ours. */
    sealed interface Hold {

        /** It is ours. */
        record Ours() implements Hold {}

        /** Another holds it, known by this token. */
        record Taken(String token) implements Hold {}
    }

    /** Makes sure that the server is there and new enough. */
    void check();

    /** Appends an entry. */
    String add(String key, Map<String, byte[]> fields);

    /**
     * Appends an entry without waiting; the stage fails with a {@link StreamFailure}. What follows it may wait, for
     * another command too.
     */
    CompletionStage<String> addLater(String key, Map<String, byte[]> fields);

    /**
     * That an entry is to be appended once.
     *
     * @param key where the entry is remembered, by the server itself where it can
     * @param sideKey what is remembered about the topic
     * @param window for how long
     */
    record Once(String key, String sideKey, Duration window) {}

    /** Appends an entry unless an earlier one is remembered; the id of either. */
    String addOnce(String key, Once once, Map<String, byte[]> fields);

    /** The same without waiting. */
    CompletionStage<String> addOnceLater(String key, Once once, Map<String, byte[]> fields);

    /** What is known of a topic's groups; of a missing key, that it has none. */
    GroupFacts groupFacts(StreamGroup group, String sideKey);

    /** Creates a group, provided that the first group is still the one of the facts, if any are given. */
    Creation createGroup(StreamGroup group, String sideKey, GroupStart start, Optional<GroupFacts> facts);

    /** Notes how far a group has come, unless it is gone; whether that differs from the note before. */
    boolean noteWatermark(StreamGroup group, String sideKey);

    /** The groups of a topic; of a missing key, none. */
    List<GroupRow> groups(String key);

    /** Deletes a group and its watermark, provided that it has no consumers but these. */
    Deletion deleteGroup(StreamGroup group, String sideKey, Collection<String> gone);

    /** Makes a consumer known to its group, which a read that finds nothing does not do before Redis 7.2. */
    void appear(StreamGroup group, String consumer);

    /** Whether a key exists. */
    boolean exists(String key);

    /** Reads of new messages, on a connection of their own. */
    GroupReads reads();

    /**
     * How many entries are pending, of several streams of a group at once.
     *
     * @return for each stream what is pending there, or why that cannot be told
     */
    Map<String, Backlog> backlogs(String group, Collection<String> keys);

    /** A page of pending entries, of one consumer or of all. */
    List<PendingRow> pending(StreamGroup group, String from, int count, Optional<String> consumer);

    /**
     * Takes an entry over, or takes it up again, provided it is still the row's owner's and idle that long.
     *
     * @param deliveries the count it has from now on
     */
    Claim claim(StreamGroup group, String consumer, PendingRow row, Duration minIdle, int deliveries);

    /** Acks an entry, whoever has it; whether it was pending. */
    boolean ack(StreamGroup group, String id);

    /** Acks entries, whoever has them, without waiting; how many were pending. What follows must not wait. */
    CompletionStage<Long> ackLater(StreamGroup group, Collection<String> ids);

    /** Sets idle time and count of an entry, provided it is still this consumer's; whether it was. */
    boolean stamp(StreamGroup group, String consumer, String id, Duration idle, int deliveries);

    /** Sets the idle time of entries to zero, leaving out those that are not this consumer's, which are returned. */
    List<String> renew(StreamGroup group, String consumer, Collection<String> ids);

    /** What of a dead letter is not taken from the entry. */
    record Epitaph(String headers, boolean keepsMalformedHeaders) {}

    /** Copies an entry to another stream and acks it, provided it is still the row's owner's and idle that long. */
    Burial deadLetter(StreamGroup group, String deadKey, PendingRow row, Duration minIdle, Epitaph epitaph);

    /** Gives entries that never started to the parked consumer, one delivery less and due, those that are still ours. */
    long handBack(StreamGroup group, String consumer, String parked, Collection<String> ids);

    /**
     * Gives a consumer's waiting entries to the parked consumer, with count and clock, and removes the
     * consumer if it has none left. A page at a time, so that it never blocks the server for long.
     *
     * @param keep ids that stay where they are
     */
    void release(StreamGroup group, String consumer, String parked, Collection<String> keep);

    /**
     * Makes known that a consumer is alive and which events it handles.
     *
     * @param events none for all of them
     * @return how long ago it was made known last; empty where nothing is known of that
     */
    Optional<Duration> serve(
            StreamGroup group, String sideKey, String consumer, Presence presence, Collection<String> events);

    /** Takes back what was made known of a consumer. */
    void unserve(StreamGroup group, String sideKey, String consumer);

    /** What became of an entry that its consumer does not handle. */
    enum Passing {
        /** It is another live member's, which handles its event, one delivery less and due. */
        GIVEN,
        /** It is the consumer's still, since no live member handles it. */
        UNSERVED,
        /** It is the consumer's still, and who is alive is not known, since not even the consumer is. */
        UNKNOWN,
        /** It is another's, or acked. */
        LOST
    }

    /**
     * Gives entries to live members of the group that handle their events: to ready ones, unless there are none.
     *
     * @param liveFor how long a member counts as live after it was last made known
     * @param leftBy whom they were claimed from: given them last, and not ready until it is made known again
     */
    Map<String, Passing> passOn(
            StreamGroup group,
            String sideKey,
            String consumer,
            Map<String, String> eventById,
            Duration liveFor,
            Optional<String> leftBy);

    /** Removes consumers that have nothing pending and were idle that long, but for {@code keep}; how many. */
    long removeIdle(StreamGroup group, Duration idle, Collection<String> keep);

    /** Trims a stream to about that length, but nothing that a group has not acked; how many entries went. */
    long trim(String key, long maxLength);

    /**
     * Trims a stream to that length, and counts for each group what it had not acked. Not much at once: where
     * some went, there may be more.
     */
    Trimmed trimUnacked(String key, String sideKey, long maxLength);

    /** How many entries a group lost by trimming what it had not acked. */
    long lost(StreamGroup group, String sideKey);

    /** How many entries a stream has. */
    long length(String key);

    /** Entries from an id on, as XRANGE takes it, up to the newest. */
    List<StreamEntry> range(String key, String from, String to, int count);

    /** The newest entries, oldest first. */
    List<StreamEntry> newest(String key, int count);

    /** From where to where a stream reaches; of a missing key, that it reaches nowhere. */
    StreamExtent extent(String key);

    /** Reads of everything, without a group, on a connection of their own. */
    TailReads tailReads();

    /** The id of the newest entry. */
    Optional<String> newest(String key);

    /** Deletes an entry; whether it was there. */
    boolean delete(String key, String id);

    /** Moves an entry back to a topic with these headers; whether it was there. */
    boolean requeue(String deadKey, String key, String id, String headers);

    /**
     * Takes a consumer's name for a while, or keeps it for longer.
     *
     * @param over the token of a holder known to be dead
     */
    Hold hold(String nameKey, String token, Duration time, Optional<String> over);

    /** Gives a consumer's name up, if it is ours. */
    void letGo(String nameKey, String token);

    @Override
    void close();
}
