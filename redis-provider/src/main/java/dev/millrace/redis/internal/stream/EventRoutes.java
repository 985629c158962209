package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

import dev.millrace.ConsumerOptions;
import dev.millrace.Unhandled;
import dev.millrace.redis.internal.stream.StreamCommands.Passing;

/**
 * Which events of a topic a member of a group handles, and where those go that it does not (EVT-1). Members make
 * known beside the topic what they handle, and give each other what they find and the other handles.
 */
final class EventRoutes {

    private static final System.Logger LOG = System.getLogger(EventRoutes.class.getName());

    /** How long a member counts as live after its last sign: longer than it takes to come back after a crash. */
    private static final Duration LIVE_FOR = Duration.ofMinutes(10);

    private static final Duration SERVE_EVERY = LIVE_FOR.dividedBy(5);

    /** A member whose own note is no older than this may trust those of the others. */
    private static final Duration KEPT_WITHIN = LIVE_FOR.dividedBy(2);

    /** How long it may take until all members have noticed that a lost group or server is back. */
    private static final Duration ALL_BACK_WITHIN = Duration.ofSeconds(15);

    private final StreamCommands commands;
    private final String topic;
    private final StreamGroup group;
    private final String sideKey;
    private final Set<String> events;
    private final Unhandled fate;
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final AtomicLong unhandled = new AtomicLong();
    private final Outage outage;
    private final BooleanSupplier paused;
    private Presence noted = Presence.READY;
    private int endings;
    private boolean served;
    private boolean refused;
    private boolean due = true;
    private boolean noticedByAll;
    private long servedAt = System.nanoTime();
    private long doubtfulUntil = servedAt;

    EventRoutes(
            StreamCommands commands,
            TopicKeys keys,
            String topic,
            StreamGroup group,
            ConsumerOptions options,
            BooleanSupplier paused,
            Outage outage) {
        this.commands = commands;
        this.topic = topic;
        this.group = group;
        this.sideKey = keys.side(topic);
        this.events = options.events();
        this.fate = options.unhandled();
        this.paused = paused;
        this.outage = outage;
        this.endings = outage.endings();
    }

    /** Makes known what this member handles, where it is time for it. Before the first read, or what it handles may be acked. */
    void keep(String consumer) {
        long now = System.nanoTime();
        int ended = outage.endings();
        if (ended != endings) {
            endings = ended;
            recovered();
        }
        Presence current = paused.getAsBoolean() ? Presence.PAUSED : Presence.READY;
        if (due || noted != current || now - servedAt >= SERVE_EVERY.toNanos()) {
            serve(consumer, current);
            noted = current;
            servedAt = now;
        }
    }

    private void serve(String consumer, Presence current) {
        Optional<Duration> last;
        try {
            last = commands.serve(group, sideKey, consumer, current, events);
        } catch (StreamFailure e) {
            refused = true;
            // The others are refused too, and try again as soon.
            noticedByAll = true;
            throw e;
        }
        boolean isKept = last.filter(age -> age.compareTo(KEPT_WITHIN) < 0).isPresent();
        if (served && !isKept) {
            doubt(noticedByAll ? ALL_BACK_WITHIN : SERVE_EVERY.plus(ALL_BACK_WITHIN));
        }
        served = true;
        refused = false;
        due = false;
        noticedByAll = false;
    }

    /** The group or the server is back: what was known of the members may be gone, and all make it known again. */
    void recovered() {
        due = true;
        noticedByAll = true;
    }

    private void doubt(Duration time) {
        long until = System.nanoTime() + time.toNanos();
        doubtfulUntil = until - doubtfulUntil > 0 ? until : doubtfulUntil;
    }

    /** Whether a live member may be there of which nothing is known: what it handles must wait until it is known again. */
    boolean isDoubtful() {
        long now = System.nanoTime();
        boolean isOld = refused && !(served && now - servedAt < KEPT_WITHIN.toNanos());
        return isOld || outage.isGoing() || outage.endings() != endings || now - doubtfulUntil < 0;
    }

    /** The member is gone on purpose. */
    void leave(String consumer) {
        commands.unserve(group, sideKey, consumer);
    }

    boolean handles(Held held) {
        return events.isEmpty() || events.contains(held.reading.event());
    }

    /**
     * Gives entries that this member does not handle to one that does, as far as there is one.
     *
     * @param leftBy who left them lying until they were claimed, to whom they go last
     */
    Map<String, Passing> passOn(String consumer, List<Held> foreign, Optional<String> leftBy) {
        Map<String, String> eventOf = new LinkedHashMap<>();
        foreign.forEach(held -> eventOf.put(held.id(), held.reading.event()));
        Map<String, Passing> passed = commands.passOn(group, sideKey, consumer, eventOf, LIVE_FOR, leftBy);
        if (passed.containsValue(Passing.UNKNOWN)) {
            due = true;
            doubt(SERVE_EVERY.plus(ALL_BACK_WITHIN));
        }
        return passed;
    }

    /** Whether what nobody handles is a dead letter; otherwise it is acked. */
    boolean deadLetters() {
        return fate == Unhandled.DEAD_LETTER;
    }

    /** Takes note of one that was acked since nobody handles it. */
    void acked(String event) {
        unhandled.incrementAndGet();
        if (told.add(event)) {
            LOG.log(
                    Level.INFO,
                    subject() + ": " + named(event) + " is handled by no live member of the group. Its messages are"
                            + " acked; add a handler, or set unhandled = DEAD_LETTER to keep them.");
        }
    }

    /** Takes note of one that is a dead letter since nobody handles it. */
    void buried(Held held) {
        LOG.log(
                Level.WARNING,
                subject() + ", message " + held.id() + ": " + named(held.reading.event())
                        + " is handled by no live member of the group. It is a dead letter now.");
    }

    /** How many were acked since nobody handles them. */
    long unhandled() {
        return unhandled.get();
    }

    private String subject() {
        return "Topic " + topic + ", group " + group.name();
    }

    private static String named(String event) {
        return event.isEmpty() ? "a message without an event" : "event " + event;
    }
}
