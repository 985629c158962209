package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.millrace.redis.internal.policy.Retention;
import dev.millrace.redis.internal.stream.StreamCommands.GroupRow;

/**
 * Trims topics, and tells of a group that nobody serves and that keeps a topic from shrinking. Thread-safe.
 */
public final class Trimming {

    private static final System.Logger LOG = System.getLogger(Trimming.class.getName());
    private static final Duration TELL_EVERY = Duration.ofHours(1);
    /** So many are removed at once only where there are more to remove. */
    private static final long MANY = 5_000;

    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

    private final StreamCommands commands;
    private final TopicKeys keys;
    private final Retention retention;
    private final Attendance attendance;
    private final Map<String, Long> lookAgainAt = new ConcurrentHashMap<>();

    /** Trimming by a broker's settings. */
    public Trimming(StreamCommands commands, TopicKeys keys, Retention retention) {
        this.commands = commands;
        this.keys = keys;
        this.retention = retention;
        this.attendance = new Attendance(commands, keys);
    }

    Retention retention() {
        return retention;
    }

    /** Trims a topic, as far as its groups allow. */
    void trim(String topic) {
        long removed = commands.trim(keys.stream(topic), retention.maxLength());
        // In steps: to remove a million entries at once would keep the server from its other clients.
        for (long step = removed; step > MANY; removed += step) {
            step = commands.trim(keys.stream(topic), retention.maxLength());
        }
        long now = System.nanoTime();
        Long again = lookAgainAt.get(topic);
        if (removed > 0 || (again != null && again - now > 0)) {
            return;
        }
        long length = commands.length(keys.stream(topic));
        if (retention.isTooLong(length)) {
            // Before the look: the other threads need not look as well.
            lookAgainAt.put(topic, now + LOOK_EVERY.toNanos());
            if (tellUnserved(topic, length)) {
                lookAgainAt.put(topic, now + TELL_EVERY.toNanos());
            }
        }
    }

    private boolean tellUnserved(String topic, long length) {
        boolean told = false;
        for (GroupRow group : commands.groups(keys.stream(topic))) {
            boolean done = group.pending() == 0 && group.lag().orElse(1) == 0;
            if (!done && attendance.of(group).isEmpty()) {
                told = true;
                LOG.log(
                        Level.WARNING,
                        "Topic " + topic + " holds " + length + " messages, for its group " + group.name()
                                + " has not acked them and nobody serves it (pending " + group.pending() + ", lag "
                                + lag(group) + "). Start a consumer of the group, or delete it with"
                                + " RedisBroker.groups(\"" + topic + "\").delete(\"" + group.name() + "\").");
            }
        }
        return told;
    }

    private static String lag(GroupRow group) {
        return group.lag().isPresent() ? Long.toString(group.lag().getAsLong()) : "unknown";
    }
}
