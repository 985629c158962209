package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import dev.millrace.Retention;
import dev.millrace.redis.internal.policy.TrimCadence;
import dev.millrace.redis.internal.stream.StreamCommands.GroupRow;

/**
 * Trims topics, and tells of what that costs a group, of a group that nobody serves and that keeps a topic from
 * shrinking, and of dead letters that nobody looks after. Thread-safe.
 */
public final class Trimming {

    private static final System.Logger LOG = System.getLogger(Trimming.class.getName());
    private static final Duration TELL_EVERY = Duration.ofHours(1);
    private static final Duration TELL_LOSS_EVERY = Duration.ofMinutes(1);
    /** So many are removed at once only where there are more to remove. */
    private static final long MANY = 5_000;

    /** A publisher waits for so many steps at most; what is left is for the next. */
    private static final int STEPS = 20;

    private static final Duration LOOK_EVERY = Duration.ofMinutes(1);

    private final StreamCommands commands;
    private final TopicKeys keys;
    private final Function<String, Retention> retentions;
    private final Attendance attendance;
    private final Map<String, Long> lookAgainAt = new ConcurrentHashMap<>();
    private final Map<StreamGroup, Long> tellLossAgainAt = new ConcurrentHashMap<>();

    /**
     * Trimming by a broker's settings.
     *
     * @param retentions that of a topic, whose dead letters go by it too
     */
    public Trimming(StreamCommands commands, TopicKeys keys, Function<String, Retention> retentions) {
        this.commands = commands;
        this.keys = keys;
        this.retentions = retentions;
        this.attendance = new Attendance(commands, keys);
    }

    private Retention retention(String topic) {
        return retentions.apply(keys.living(topic));
    }

    /**
     * When a topic is trimmed.
     *
     * @throws IllegalArgumentException if what is configured for it is invalid
     */
    TrimCadence cadence(String topic) {
        Retention retention = retention(topic);
        boolean isBounded = keys.isDeadLetterTopic(topic) && retention.deadLetterMaxLength() > 0;
        return new TrimCadence(isBounded ? retention.deadLetterMaxLength() : retention.maxLength());
    }

    /** Trims a topic, as far as its groups allow; one of dead letters only where it has a length. */
    void trim(String topic) {
        Retention retention = retention(topic);
        if (keys.isDeadLetterTopic(topic) && retention.deadLetterMaxLength() == 0) {
            tellManyDead(topic, retention.maxLength());
            return;
        }
        TrimCadence cadence = cadence(topic);
        String key = keys.stream(topic);
        long removed = commands.trim(key, cadence.length());
        // In steps: to remove a million entries at once would keep the server from its other clients.
        for (long step = removed; step > MANY; removed += step) {
            step = commands.trim(key, cadence.length());
        }
        if (retention.trimUnacked()) {
            trimUnacked(topic, cadence.length());
        } else if (removed == 0 && mayLook(topic)) {
            look(topic, cadence);
        }
    }

    private void trimUnacked(String topic, long length) {
        boolean more = true;
        for (int step = 1; more && step <= STEPS; step++) {
            Trimmed trimmed = commands.trimUnacked(keys.stream(topic), keys.side(topic), length);
            trimmed.losses().forEach(loss -> tellLoss(topic, loss));
            more = trimmed.removed() > 0;
        }
    }

    private void tellLoss(String topic, Trimmed.Loss loss) {
        StreamGroup group = new StreamGroup(keys.stream(topic), loss.group());
        if (!takesTurn(tellLossAgainAt, group, TELL_LOSS_EVERY)) {
            return;
        }
        LOG.log(
                Level.WARNING,
                "Topic " + topic + ", group " + loss.group() + ": " + loss.count()
                        + " messages were trimmed that it had not acked, " + loss.ever()
                        + " so far, since trimUnacked is on. Add consumers, raise maxLength, or turn trimUnacked off.");
    }

    private boolean mayLook(String topic) {
        Long again = lookAgainAt.get(topic);
        return again == null || again - System.nanoTime() <= 0;
    }

    /** Whether it is time again, and this thread's turn; all others have to wait for the next time. */
    private static <K> boolean takesTurn(Map<K, Long> againAt, K key, Duration every) {
        long now = System.nanoTime();
        long next = now + every.toNanos();
        Long again = againAt.putIfAbsent(key, next);
        return again == null || (again - now <= 0 && againAt.replace(key, again, next));
    }

    private void lookAgainIn(String topic, Duration time) {
        lookAgainAt.put(topic, System.nanoTime() + time.toNanos());
    }

    private void look(String topic, TrimCadence cadence) {
        long length = commands.length(keys.stream(topic));
        if (cadence.isTooLong(length) && takesTurn(lookAgainAt, topic, LOOK_EVERY) && tellUnserved(topic, length)) {
            lookAgainIn(topic, TELL_EVERY);
        }
    }

    private void tellManyDead(String topic, long many) {
        if (!mayLook(topic)) {
            return;
        }
        long length = commands.length(keys.stream(topic));
        if (length > many && takesTurn(lookAgainAt, topic, TELL_EVERY)) {
            String living = keys.living(topic);
            LOG.log(
                    Level.WARNING,
                    "Topic " + topic + " holds " + length + " dead letters, which are not trimmed. Requeue or purge"
                            + " them with deadLetters(\"" + living + "\"), or set deadLetterMaxLength.");
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
