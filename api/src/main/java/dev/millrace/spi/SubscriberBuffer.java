package dev.millrace.spi;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;

import dev.millrace.AckMode;
import dev.millrace.BrokerException;
import dev.millrace.BrokerMessage;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageGap;
import dev.millrace.Overflow;
import dev.millrace.SubscriberOptions;
import org.jspecify.annotations.Nullable;

/**
 * The handler side of a broadcast subscription: keeps messages in the order in which they are offered, up to a
 * bound, and gives them to the handler one after the other, on a thread of its own. Thread-safe.
 */
public final class SubscriberBuffer {

    private static final System.Logger LOG = System.getLogger(SubscriberBuffer.class.getName());

    private final String name;
    private final SubscriberOptions options;
    private final DeliveryHandler handler;
    private final Runnable roomMade;
    private final Runnable handled;
    private final HandlerSlots slots;
    private final WaitingMessages waiting;
    private WaitingMessages.@Nullable Entry current;
    private @Nullable String position;
    private @Nullable BrokerException failure;
    private boolean starved;
    private boolean closed;

    /**
     * An empty buffer.
     *
     * @param topic for log lines
     * @param threads what makes the handler's thread
     * @param roomMade called when {@link #room} was zero and no longer is, and by {@link #resume}; must not block
     * @param handled called each time the handler is done with a message; must not block
     */
    public SubscriberBuffer(
            String topic,
            SubscriberOptions options,
            DeliveryHandler handler,
            ThreadFactory threads,
            Runnable roomMade,
            Runnable handled) {
        this.name = "Topic " + topic + ", subscriber";
        this.options = options;
        this.handler = handler;
        this.roomMade = roomMade;
        this.handled = handled;
        this.waiting = new WaitingMessages(name, options);
        this.slots = new HandlerSlots(name, 1, AckMode.AUTO, this::call, threads, this::slotFreed);
    }

    /**
     * How many messages to offer now: none while paused or closed, or where {@link Overflow#BLOCK} holds until
     * half of a full buffer is free; without a bound under the other policies, which know what to do.
     */
    public synchronized int room() {
        int room = mayTake() ? Integer.MAX_VALUE : 0;
        if (room > 0 && options.overflow() == Overflow.BLOCK) {
            room = waiting.room(starved);
        }
        starved = room == 0;
        return room;
    }

    private boolean mayTake() {
        return !slots.isPaused() && !closed;
    }

    /**
     * Adds a message, or does with it what the policy says where there is no room.
     *
     * @param size of the message in bytes, about
     * @param gap what is missing before it; told even where the message itself is dropped
     * @return as {@link #pump()}
     */
    public boolean offer(BrokerMessage message, long size, Optional<MessageGap> gap) {
        synchronized (this) {
            if (closed) {
                return true;
            }
            if (!waiting.add(message, size, gap)) {
                fail();
            }
        }
        return pump();
    }

    private void fail() {
        failure = new BrokerException(
                name + ": it is slower than the topic, and its buffer of " + waiting.bound()
                        + " is full (was overflow FAIL). It gets nothing more; make the handler faster, "
                        + waiting.remedy() + ", or choose another policy, and subscribe again.",
                null);
        LOG.log(Level.ERROR, failure.getMessage());
        end();
    }

    /**
     * Starts the next message, if it can be.
     *
     * @return {@code false} where there was no thread for it: to be called again, after a pause
     */
    public boolean pump() {
        WaitingMessages.Entry next;
        synchronized (this) {
            if (current != null || !mayTake() || waiting.isEmpty()) {
                return true;
            }
            next = waiting.take();
            current = next;
        }
        if (slots.start(next.message(), outcome -> ended(next, outcome)).isPresent()) {
            return true;
        }
        synchronized (this) {
            putBack(next);
            current = null;
            return !mayTake();
        }
    }

    private void putBack(WaitingMessages.Entry entry) {
        if (!closed) {
            waiting.putBack(entry);
        } else if (failure != null) {
            waiting.drop();
        }
    }

    private CompletionStage<?> call(Delivery delivery) throws Exception {
        WaitingMessages.Entry entry;
        synchronized (this) {
            entry = current;
        }
        if (entry != null) {
            entry.gaps().forEach(this::tell);
        }
        return handler.handle(new BroadcastDelivery(delivery.message()));
    }

    private void tell(MessageGap gap) {
        String count =
                gap.count().isPresent() ? gap.count().getAsLong() + " messages" : "an unknown number of messages";
        LOG.log(
                Level.WARNING,
                name + ": " + count + " between " + gap.after() + " and " + gap.before() + " are missing: the topic"
                        + " dropped them before they were read. Raise maxLength, or make the handler faster.");
        try {
            options.onGap().accept(gap);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, name + ": onGap failed. The subscriber goes on.", e);
        }
    }

    private void ended(WaitingMessages.Entry entry, Outcome outcome) {
        if (outcome instanceof Outcome.NotStarted) {
            synchronized (this) {
                putBack(entry);
            }
            return;
        }
        synchronized (this) {
            waiting.release(entry);
            position = entry.message().id();
        }
        if (outcome instanceof Outcome.Failed failed) {
            LOG.log(
                    Level.WARNING,
                    name + ", message " + entry.message().id()
                            + ": its handler failed. It is passed over, since a broadcast is not delivered again.",
                    failed.cause());
        }
    }

    private void slotFreed() {
        boolean made;
        synchronized (this) {
            current = null;
            made = starved && mayTake() && waiting.isHalfFree();
            starved &= !made;
        }
        pump();
        handled.run();
        if (made) {
            roomMade.run();
        }
    }

    /** The id of the last message the handler is done with. */
    public synchronized Optional<String> position() {
        return Optional.ofNullable(position);
    }

    /** How many messages the policy dropped. */
    public synchronized long dropped() {
        return waiting.dropped();
    }

    /** Why it has ended by itself, where it has. */
    public synchronized Optional<BrokerException> failure() {
        return Optional.ofNullable(failure);
    }

    /** Whether nothing is in hand, and nothing waits that is to be handled now. */
    public synchronized boolean isIdle() {
        return current == null && (waiting.isEmpty() || !mayTake());
    }

    /** Whether nothing is taken any more, ever. */
    public synchronized boolean isClosed() {
        return closed;
    }

    /** Starts nothing from the moment it returns; what waits is kept. */
    public void pause() {
        slots.pause();
    }

    /** Whether nothing starts until {@link #resume}. */
    public boolean isPaused() {
        return slots.isPaused();
    }

    /** Has what waits started by the next {@link #pump}, unless closed, and nothing on the caller's thread. */
    public void resume() {
        slots.resume();
        roomMade.run();
    }

    /**
     * Waits until the handler is not running; {@code false} at once where it would have to wait and the thread is
     * interrupted.
     */
    public boolean awaitIdle(Duration timeout) {
        return slots.awaitIdle(timeout);
    }

    /** Starts nothing any more, and forgets what waits. */
    public synchronized void close() {
        end();
    }

    private void end() {
        closed = true;
        waiting.clear();
        slots.close();
    }

    /** A message that nobody waits to be settled. */
    private record BroadcastDelivery(BrokerMessage message) implements Delivery {

        @Override
        public void ack() {
            throw refusal();
        }

        @Override
        public void retry() {
            throw refusal();
        }

        @Override
        public void retry(Duration after) {
            throw refusal();
        }

        private IllegalStateException refusal() {
            return new IllegalStateException("message " + message.id()
                    + ": a broadcast is neither acked nor delivered again (was settled by hand). Just return, or consume"
                    + " the topic in a group.");
        }
    }
}
