package dev.millrace;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * How a topic is subscribed to in broadcast: from where, and what happens when the subscriber is slower than
 * the topic. Immutable; each method with an argument returns a changed copy, and refuses a bad value with
 * {@link IllegalArgumentException}.
 */
public final class SubscriberOptions {

    /** How many messages wait for a subscriber at most, or 32 MB, whichever is first, if it does not say. */
    public static final int DEFAULT_BUFFER = 1_024;

    private final Position from;
    private int buffer = DEFAULT_BUFFER;
    private Overflow overflow = Overflow.BLOCK;
    private Consumer<MessageGap> onGap = gap -> {};
    private @Nullable ThreadFactory threads;

    private SubscriberOptions(Position from) {
        this.from = from;
    }

    private SubscriberOptions(SubscriberOptions other) {
        this.from = other.from;
        this.buffer = other.buffer;
        this.overflow = other.overflow;
        this.onGap = other.onGap;
        this.threads = other.threads;
    }

    /** The defaults, for a position. */
    public static SubscriberOptions from(Position position) {
        return new SubscriberOptions(Require.notNull("from", position));
    }

    /**
     * How many messages wait at most for the one that is being handled, 1 or more; or 32 MB together with that one,
     * whichever is first.
     */
    public SubscriberOptions buffer(int messages) {
        SubscriberOptions copy = new SubscriberOptions(this);
        copy.buffer = Require.atLeast("buffer", 1, messages);
        return copy;
    }

    /** What becomes of a message for which there is no room. */
    public SubscriberOptions overflow(Overflow policy) {
        SubscriberOptions copy = new SubscriberOptions(this);
        copy.overflow = Require.notNull("overflow", policy);
        return copy;
    }

    /** Is told of messages that the topic dropped before they came here; on the handler's thread, in order. */
    public SubscriberOptions onGap(Consumer<MessageGap> listener) {
        SubscriberOptions copy = new SubscriberOptions(this);
        copy.onGap = Require.notNull("onGap", listener);
        return copy;
    }

    /** The factory of the handler's thread; without it, it is a daemon thread of the broker's own. */
    public SubscriberOptions threads(ThreadFactory factory) {
        SubscriberOptions copy = new SubscriberOptions(this);
        copy.threads = Require.notNull("threads", factory);
        return copy;
    }

    /** Where it starts. */
    public Position from() {
        return from;
    }

    /** How many messages wait at most, or 32 MB, whichever is first. */
    public int buffer() {
        return buffer;
    }

    /** What becomes of a message for which there is no room. */
    public Overflow overflow() {
        return overflow;
    }

    /** Who is told of messages that are missing. */
    public Consumer<MessageGap> onGap() {
        return onGap;
    }

    /** The factory of the handler's thread, where one was given. */
    public Optional<ThreadFactory> threads() {
        return Optional.ofNullable(threads);
    }
}
