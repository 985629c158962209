package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.millrace.BroadcastSubscription;
import dev.millrace.BrokerException;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageGap;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;
import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.redis.internal.policy.RecentIds;
import dev.millrace.redis.internal.policy.StreamExtent;
import dev.millrace.redis.internal.policy.TailPosition;
import dev.millrace.spi.DeadLetterCopy;
import dev.millrace.spi.HandlerSlots;
import dev.millrace.spi.SubscriberBuffer;
import org.jspecify.annotations.Nullable;

/** One broadcast subscriber: its buffer, and its place on the stream, which is the tail's thread's alone. */
final class TailSubscription implements BroadcastSubscription {

    private static final System.Logger LOG = System.getLogger(TailSubscription.class.getName());

    private final Shared shared;
    private final String topic;
    private final String key;
    private final Position from;
    private final SubscriberBuffer buffer;
    private final Consumer<TailSubscription> whenClosed;
    private final RecentIds recent = new RecentIds();
    private final CountDownLatch placed = new CountDownLatch(1);
    private @Nullable TailPosition position;
    private Optional<MessageGap> gap = Optional.empty();

    /**
     * A subscriber without a place yet.
     *
     * @param roomMade told that it has room again, or is resumed
     * @throws IllegalArgumentException if its position is after an id that is none
     */
    TailSubscription(
            Shared shared,
            String topic,
            SubscriberOptions options,
            DeliveryHandler handler,
            Runnable roomMade,
            Consumer<TailSubscription> whenClosed) {
        this.shared = shared;
        this.topic = topic;
        this.key = shared.keys().stream(topic);
        this.from = options.from();
        this.whenClosed = whenClosed;
        if (from instanceof Position.After after && EntryId.read(after.id()).isEmpty()) {
            throw new IllegalArgumentException("position: the id of a message is needed (was \"" + after.id()
                    + "\"). Take it from BrokerMessage.id().");
        }
        this.buffer = new SubscriberBuffer(
                topic,
                options,
                handler,
                options.threads().orElseGet(() -> HandlerSlots.daemonThreads(topic + "-broadcast")),
                roomMade,
                () -> {});
    }

    String key() {
        return key;
    }

    /** Where it reads on; empty where it has no place yet. */
    Optional<EntryId> reached() {
        return Optional.ofNullable(position).map(TailPosition::reached);
    }

    boolean hasRoom() {
        return buffer.room() > 0;
    }

    boolean isOver() {
        return buffer.isClosed();
    }

    /** Starts what could not be started for want of a thread, or waits since a pause. */
    void pump() {
        buffer.pump();
    }

    /** Looks up, once, where it starts. */
    void place(StreamExtent now) {
        TailPosition start = TailPosition.start(from, now);
        if (from instanceof Position.After && start.isAheadOf(now)) {
            LOG.log(
                    Level.WARNING,
                    this + ": the topic has not come as far as " + from + " (its last is " + now.last()
                            + "), so it is another one than that id is of, or lost its end in a failover. It starts at"
                            + " the beginning.");
            start = TailPosition.BEGINNING;
        }
        position = start;
        LOG.log(Level.INFO, this + ": starts at " + from + ", after " + start.reached() + ".");
        placed.countDown();
    }

    void awaitPlace(Duration limit) {
        try {
            if (!placed.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.log(Level.DEBUG, this + ": has no place yet.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks at the stream while nothing comes: it may be one that was born again, or lost its end. */
    void look(StreamExtent now) {
        TailPosition before = placed();
        if (!before.isAheadOf(now)) {
            position = before.settled(now);
            return;
        }
        recent.forgetAfter(now.last());
        TailPosition rewound = TailPosition.rewound(recent.upTo(now.last()));
        position = rewound;
        LOG.log(
                Level.WARNING,
                this + ": the topic's last id is " + now.last() + ", before " + before.reached()
                        + " where the subscriber was: it was deleted, or lost its end in a failover. It goes on "
                        + (rewound.atBeginning() ? "at the beginning." : "after " + rewound.reached() + "."));
    }

    /** Nothing is there up to where others of the stream have come. */
    void catchUp(EntryId reached) {
        position = placed().movedTo(reached);
    }

    /**
     * Takes what there is room for of what was read after its place.
     *
     * @param after the stream, looked at after the read
     */
    void take(List<StreamEntry> entries, List<EntryId> ids, StreamExtent after) {
        int room = Math.min(buffer.room(), entries.size());
        if (room == 0) {
            return;
        }
        TailPosition before = placed();
        TailPosition.Step step = before.take(ids, room, after);
        gap = gap.or(() -> step.gap()
                .map(found -> new MessageGap(
                        topic, found.after().toString(), ids.get(0).toString(), found.count())));
        for (int i = 0; i < room; i++) {
            recent.add(ids.get(i));
            if (before.wants(ids.get(i))) {
                offer(entries.get(i));
            }
        }
        position = step.next();
    }

    private void offer(StreamEntry entry) {
        EntryFields.Reading reading = EntryFields.read(entry);
        if (reading.problem().isPresent()) {
            LOG.log(
                    Level.WARNING,
                    this + ": entry " + entry.id() + " is malformed: "
                            + reading.problem().get()
                            + ". It is passed over; publish entries with a field \"payload\".");
        } else if (DeadLetterCopy.onlyGroup(reading.headers()).isEmpty()) {
            buffer.offer(
                    reading.message(
                            topic,
                            DeadLetterCopy.visibleHeaders(reading.headers()),
                            1,
                            shared.codecs().codec(topic)),
                    entry.size(),
                    gap);
            gap = Optional.empty();
        }
    }

    private TailPosition placed() {
        if (position == null) {
            throw new IllegalStateException(this + ": is read for before it has a place");
        }
        return position;
    }

    @Override
    public String topic() {
        return topic;
    }

    @Override
    public Optional<String> position() {
        return buffer.position();
    }

    @Override
    public long dropped() {
        return buffer.dropped();
    }

    @Override
    public Optional<BrokerException> failure() {
        return buffer.failure();
    }

    @Override
    public void pause() {
        buffer.pause();
    }

    @Override
    public void resume() {
        buffer.resume();
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        return buffer.awaitIdle(timeout);
    }

    @Override
    public void close() {
        buffer.close();
        whenClosed.accept(this);
    }

    /** What log lines begin with. */
    @Override
    public String toString() {
        return "Topic " + topic + ", subscriber";
    }
}
