package dev.millrace.memory;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.millrace.Retention;
import dev.millrace.memory.internal.Group;
import dev.millrace.memory.internal.Topic;

/**
 * Trims topics, and notes what is to be told of that: what it costs a group, a group that nobody serves and that
 * keeps a topic from shrinking, dead letters that nobody looks after. It trims under the store's lock, and tells
 * without, since a log may be the application's.
 */
final class Trimming {

    private static final System.Logger LOG = System.getLogger(MemoryBroker.class.getName());
    private static final Duration TELL_EVERY = Duration.ofHours(1);
    private static final Duration TELL_LOSS_EVERY = Duration.ofMinutes(1);

    private final MemorySettings settings;
    private final Map<List<String>, Instant> tellAgainAt = new HashMap<>();
    private final Queue<String> untold = new ConcurrentLinkedQueue<>();

    Trimming(MemorySettings settings) {
        this.settings = settings;
    }

    /** Trims a topic; one of dead letters only where it has a length. Only under the lock. */
    void trim(String name, Topic topic, Instant now) {
        Retention retention = settings.retention(name);
        if (settings.isDeadLetterTopic(name)) {
            if (retention.deadLetterMaxLength() == 0) {
                noteManyDead(name, topic.size(), retention.maxLength(), now);
                return;
            }
            trim(name, topic, retention.deadLetterMaxLength(), retention.trimUnacked(), now);
        } else {
            trim(name, topic, retention.maxLength(), retention.trimUnacked(), now);
        }
    }

    private void trim(String name, Topic topic, long length, boolean unacked, Instant now) {
        for (Group group : topic.trim(length, unacked)) {
            if (isTimeToTell(List.of(name, group.name()), now, TELL_LOSS_EVERY)) {
                untold.add("topic " + name + ", group " + group.name()
                        + ": messages were trimmed that it had not acked, "
                        + group.lost() + " so far, since trimUnacked is on. Add consumers, raise maxLength, or turn"
                        + " trimUnacked off.");
            }
        }
        if (topic.size() / 2 >= length) {
            noteUnserved(name, topic, now);
        }
    }

    private void noteUnserved(String name, Topic topic, Instant now) {
        for (Group group : topic.groups()) {
            if (!group.isServed() && !group.isDone() && isTimeToTell(List.of(name, group.name()), now, TELL_EVERY)) {
                untold.add("topic " + name + " holds " + topic.size() + " messages, for its group " + group.name()
                        + " has not acked them and nobody serves it (pending " + group.pending()
                        + "). Start a consumer of the group, or turn trimUnacked on.");
            }
        }
    }

    private void noteManyDead(String name, int size, long many, Instant now) {
        if (size > many && isTimeToTell(List.of(name), now, TELL_EVERY)) {
            untold.add(
                    "topic " + name + " holds " + size + " dead letters, which are not trimmed. Requeue or purge them"
                            + " with deadLetters(\"" + settings.living(name) + "\"), or set deadLetterMaxLength.");
        }
    }

    private boolean isTimeToTell(List<String> subject, Instant now, Duration every) {
        Instant again = tellAgainAt.get(subject);
        if (again != null && now.isBefore(again)) {
            return false;
        }
        tellAgainAt.put(subject, now.plus(every));
        return true;
    }

    /** Tells what was noted. Not under the lock. */
    void tell() {
        for (String line = untold.poll(); line != null; line = untold.poll()) {
            LOG.log(Level.WARNING, line);
        }
    }
}
