package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.policy.TrimCadence;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;

/**
 * What one consumer does now and then for its topic and its group: trimming, noting how far the group has
 * come, removing consumers that are gone for good. Nothing of it is worth stopping for.
 */
final class Housekeeping {

    private static final System.Logger LOG = System.getLogger(Housekeeping.class.getName());

    /** How long a consumer must be gone, with nothing pending, to be taken for gone for good. */
    private static final Duration GONE_FOR_GOOD = Duration.ofHours(1);

    private static final Duration LOOK_FOR_GONE_EVERY = Duration.ofMinutes(10);

    /** What is done twice after a loss is about the work of this time. */
    private static final Duration NOTE_EVERY = Duration.ofSeconds(1);

    private final Shared shared;
    private final String topic;
    private final StreamGroup group;
    private final EventRoutes routes;
    private final AtomicLong settled = new AtomicLong();
    private volatile boolean worked = true;
    private boolean toldRefused;
    private long trimmedAt = System.nanoTime();
    private long notedAt = System.nanoTime() - NOTE_EVERY.toNanos();
    private long lookedForGoneAt = System.nanoTime() - LOOK_FOR_GONE_EVERY.toNanos();

    Housekeeping(Shared shared, String topic, StreamGroup group, EventRoutes routes) {
        this.shared = shared;
        this.topic = topic;
        this.group = group;
        this.routes = routes;
    }

    /** The group was given entries. */
    void taken() {
        worked = true;
    }

    /** A delivery ended: it kept the topic growing, and now may be trimmed. */
    void settled() {
        settled.incrementAndGet();
        worked = true;
    }

    /** The group was created again: what is noted of it may be of a stream that is gone. */
    void recovered() {
        worked = true;
        notedAt = System.nanoTime() - NOTE_EVERY.toNanos();
        routes.recovered();
    }

    /** Does what it is time for. */
    void keep(String consumer) {
        optional("Making known which events are handled", () -> routes.keep(consumer));
        long now = System.nanoTime();
        if (worked && now - notedAt >= NOTE_EVERY.toNanos()) {
            noteWatermark(now);
        }
        boolean longAgo = now - trimmedAt >= TrimCadence.AT_LEAST_EVERY.toNanos() && settled.get() > 0;
        boolean looks = now - lookedForGoneAt >= LOOK_FOR_GONE_EVERY.toNanos();
        if (settled.get() >= shared.trimming().cadence(topic).every() || longAgo) {
            settled.set(0);
            trimmedAt = now;
            optional("Trimming", () -> shared.trimming().trim(topic));
            trimDeadLetters();
        } else if (looks) {
            trimDeadLetters();
        }
        if (looks) {
            lookedForGoneAt = now;
            optional("Looking after the group's consumers", () -> tendConsumers(consumer));
        }
    }

    private void trimDeadLetters() {
        if (!shared.keys().isDeadLetterTopic(topic)) {
            optional(
                    "Trimming the dead letters",
                    () -> shared.trimming().trim(shared.keys().dead(topic)));
        }
    }

    private void tendConsumers(String consumer) {
        shared.commands().appear(group, consumer);
        Set<String> keep = new HashSet<>(new Attendance(shared.commands(), shared.keys()).of(group));
        keep.add(consumer);
        keep.add(TopicKeys.PARKED);
        shared.commands().removeIdle(group, GONE_FOR_GOOD, keep);
    }

    private void noteWatermark(long now) {
        notedAt = now;
        // Before the note is taken: what ends meanwhile must be noted by the next one.
        worked = false;
        optional(
                "Noting how far the group has come",
                () -> shared.commands().noteWatermark(group, shared.keys().side(topic)));
    }

    /** A missing right, or a server that is full, stops what needs it, not the topic. */
    private void optional(String what, Runnable step) {
        try {
            step.run();
        } catch (Refused e) {
            if (e.isWantOfRoom()) {
                LOG.log(Level.DEBUG, this + ": " + what + " has to wait for room.", e);
                return;
            }
            if (e.remedy() != Remedy.STOP_TOPIC && e.remedy() != Remedy.LEAVE_MESSAGE) {
                throw e;
            }
            if (!toldRefused) {
                toldRefused = true;
                String remedy = e.code().equals("WRONGTYPE") ? ". Free the key." : ". Give the right.";
                LOG.log(Level.WARNING, this + ": " + what + " is refused: " + e.getMessage() + remedy);
            }
        }
    }

    /** What log lines begin with. */
    @Override
    public String toString() {
        return "Topic " + topic + ", group " + group.name();
    }
}
