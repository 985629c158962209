package dev.millrace.tck;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

import dev.millrace.BrokerMessage;
import org.jspecify.annotations.Nullable;

/** One delivery as a {@link RecordingHandler} saw it. */
public final class Seen {

    private static final int SHOWN = 40;

    private final BrokerMessage message;
    private final Thread thread;
    private final Instant startedAt;
    private volatile @Nullable Instant endedAt;

    Seen(BrokerMessage message, Thread thread, Instant startedAt) {
        this.message = message;
        this.thread = thread;
        this.startedAt = startedAt;
    }

    void end(Instant at) {
        endedAt = at;
    }

    /** The message, as the handler got it. */
    public BrokerMessage message() {
        return message;
    }

    /** The payload as text, with whatever is ill-formed in it replaced. */
    public String text() {
        return textOf(message);
    }

    static String textOf(BrokerMessage message) {
        return new String(message.payload(), StandardCharsets.UTF_8);
    }

    /** Which delivery it was. */
    public int deliveries() {
        return message.deliveries();
    }

    /** The thread it was handled on. */
    public Thread thread() {
        return thread;
    }

    /** When the handler was called, by the broker's clock. */
    public Instant startedAt() {
        return startedAt;
    }

    /** When the handler returned, threw, or its stage completed; empty until then. */
    public Optional<Instant> endedAt() {
        return Optional.ofNullable(endedAt);
    }

    /** Text and number of the delivery, and whether it is still in hand. */
    @Override
    public String toString() {
        String text = text();
        String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "… (" + text.length() + ")";
        return shown + " #" + deliveries() + (endedAt == null ? " (in hand)" : "");
    }
}
