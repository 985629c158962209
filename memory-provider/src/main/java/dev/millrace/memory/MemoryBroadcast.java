package dev.millrace.memory;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import dev.millrace.BroadcastSubscription;
import dev.millrace.BrokerException;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageGap;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;
import dev.millrace.memory.internal.Cursor;
import dev.millrace.memory.internal.Entry;
import dev.millrace.memory.internal.EntryId;
import dev.millrace.memory.internal.Topic;
import dev.millrace.spi.HandlerSlots;
import dev.millrace.spi.SubscriberBuffer;

/** One broadcast subscriber: reads on from its place on the topic as its buffer has room. */
final class MemoryBroadcast implements LocalSubscription, BroadcastSubscription {

    private static final System.Logger LOG = System.getLogger(MemoryBroker.class.getName());
    private static final int PAGE = 100;

    private final String topic;
    private final Store store;
    private final Dispatcher dispatcher;
    private final SubscriberBuffer buffer;
    private final Cursor cursor;
    private final ReentrantLock reading = new ReentrantLock();
    private Optional<MessageGap> gap = Optional.empty();
    private volatile boolean moving;

    MemoryBroadcast(
            String topic, SubscriberOptions options, DeliveryHandler handler, Store store, Dispatcher dispatcher) {
        this.topic = topic;
        this.store = store;
        this.dispatcher = dispatcher;
        this.buffer = new SubscriberBuffer(
                topic,
                options,
                handler,
                new HandlerThreads(
                        options.threads().orElseGet(() -> HandlerSlots.daemonThreads(topic + "-broadcast")), store),
                dispatcher::signal,
                store::changed);
        this.cursor = store.locked(() -> place(store.topic(topic), options.from()));
        LOG.log(
                Level.INFO,
                "Topic {0}, subscriber: starts at {1}, after {2}.",
                topic,
                options.from(),
                store.locked(cursor::reached));
    }

    private Cursor place(Topic at, Position from) {
        Cursor found = at.cursor(from);
        if (from instanceof Position.After && found.reached().compareTo(at.lastId()) > 0) {
            found.close();
            LOG.log(
                    Level.WARNING,
                    "Topic {0}, subscriber: the topic has not come as far as {1} (its last is {2}), so it is another"
                            + " one than that id is of. It starts at the beginning.",
                    topic,
                    from,
                    at.lastId());
            return at.cursor(Position.earliest());
        }
        return found;
    }

    @Override
    public String topic() {
        return topic;
    }

    @Override
    public Instant work() {
        read();
        if (!buffer.pump()) {
            dispatcher.tryAgainSoon();
        }
        if (isOver()) {
            leave();
        }
        return Instant.MAX;
    }

    private void read() {
        // One thread at a time, since what is read first has to be offered first.
        reading.lock();
        moving = true;
        try {
            List<Cursor.Reading> page;
            do {
                int room = Math.min(PAGE, buffer.room());
                page = room == 0 ? List.of() : store.locked(() -> cursor.next(room));
                page.forEach(this::offer);
            } while (!page.isEmpty());
        } finally {
            moving = false;
            reading.unlock();
            store.changed();
        }
    }

    private void offer(Cursor.Reading reading) {
        Entry entry = reading.entry();
        gap = gap.or(() -> reading.gap()
                .map(each -> new MessageGap(
                        topic, each.after().toString(), entry.id().toString(), each.count())));
        // One that was published again for a single group is the group's matter.
        if (entry.isForAll()) {
            buffer.offer(entry.message(topic, 1, store.settings.codec(topic)), entry.payload().length, gap);
            gap = Optional.empty();
        }
    }

    @Override
    public boolean isHungry() {
        return buffer.room() > 0;
    }

    @Override
    public boolean hasWork() {
        return moving || !buffer.isIdle() || (isTaking() && cursor.hasNext());
    }

    @Override
    public boolean isToDeliver(EntryId id) {
        return isTaking() && (moving || !buffer.isIdle() || cursor.reached().compareTo(id) < 0);
    }

    private boolean isTaking() {
        return !buffer.isPaused() && !buffer.isClosed();
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
        store.changed();
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
    public boolean isClosed() {
        return buffer.isClosed();
    }

    @Override
    public boolean isOver() {
        return buffer.isClosed() && buffer.isIdle();
    }

    @Override
    public void close() {
        buffer.close();
        leave();
    }

    private void leave() {
        store.locked(() -> {
            cursor.close();
            return cursor;
        });
        dispatcher.remove(this);
        store.changed();
    }

    @Override
    public void die() {
        close();
    }

    @Override
    public void leaveRunning() {
        close();
        if (!buffer.isIdle()) {
            LOG.log(Level.WARNING, "Topic {0}, subscriber: its handler is running still as the broker closes.", topic);
        }
    }

    @Override
    public String toString() {
        return "Subscription[topic=" + topic + ", broadcast]";
    }
}
