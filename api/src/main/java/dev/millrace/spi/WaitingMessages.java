package dev.millrace.spi;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import dev.millrace.BrokerMessage;
import dev.millrace.MessageGap;
import dev.millrace.SubscriberOptions;
import org.jspecify.annotations.Nullable;

/**
 * What waits for a broadcast subscriber's handler, in order and up to a bound, and what becomes of a message that
 * finds no room. Its owner's monitor guards it.
 */
final class WaitingMessages {

    private static final System.Logger LOG = System.getLogger(SubscriberBuffer.class.getName());

    /** What may wait, whatever the bound in messages: a few large messages must not fill the memory. */
    private static final long MOST_BYTES = 32L << 20;

    private static final long TELL_DROPS_EVERY = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final SubscriberOptions options;
    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private final List<MessageGap> gapsAhead = new ArrayList<>();
    private @Nullable Long toldDropsAt;
    private long bytes;
    private long dropped;

    /** A message, its size, and what is missing before it. */
    record Entry(BrokerMessage message, long bytes, List<MessageGap> gaps) {}

    WaitingMessages(String name, SubscriberOptions options) {
        this.name = name;
        this.options = options;
    }

    /**
     * How many messages find room.
     *
     * @param starved whether there was none: then there is none until half is free
     */
    int room(boolean starved) {
        boolean full = bytes >= MOST_BYTES || (starved && !isHalfFree());
        return full ? 0 : options.buffer() - entries.size();
    }

    boolean isHalfFree() {
        return entries.size() <= options.buffer() / 2 && bytes <= MOST_BYTES / 2;
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    long dropped() {
        return dropped;
    }

    /**
     * Adds a message, or does with it what the policy says where there is no room.
     *
     * @return {@code false} where the policy says that this is the end
     */
    boolean add(BrokerMessage message, long size, Optional<MessageGap> gap) {
        gap.ifPresent(gapsAhead::add);
        if (isFull()) {
            switch (options.overflow()) {
                case BLOCK -> {}
                case DROP_OLDEST -> makeRoom();
                case DROP_NEWEST -> {
                    countDrop();
                    return true;
                }
                case FAIL -> {
                    // With what waits, which its owner clears when it has said why.
                    dropped += entries.size() + 1L;
                    return false;
                }
            }
        }
        entries.add(new Entry(message, size, List.copyOf(gapsAhead)));
        gapsAhead.clear();
        bytes += size;
        return true;
    }

    private boolean isFull() {
        return isFullOfMessages() || (bytes >= MOST_BYTES && !entries.isEmpty());
    }

    private boolean isFullOfMessages() {
        return entries.size() >= options.buffer();
    }

    /** While it is full, the bound that it has reached. */
    String bound() {
        return isFullOfMessages() ? String.valueOf(options.buffer()) : (MOST_BYTES >> 20) + " MB";
    }

    /** While it is full, what would make room, beside a faster handler. */
    String remedy() {
        return isFullOfMessages() ? "the buffer larger" : "the messages smaller";
    }

    private void makeRoom() {
        do {
            dropOldest();
        } while (isFull());
    }

    private void dropOldest() {
        countDrop();
        Entry oldest = entries.removeFirst();
        bytes -= oldest.bytes();
        keepGapsOf(oldest);
    }

    /** They are before whatever is next now. */
    private void keepGapsOf(Entry oldest) {
        Entry next = entries.pollFirst();
        if (next == null) {
            gapsAhead.addAll(0, oldest.gaps());
            return;
        }
        List<MessageGap> gaps = new ArrayList<>(oldest.gaps());
        gaps.addAll(next.gaps());
        entries.addFirst(new Entry(next.message(), next.bytes(), gaps));
    }

    private void countDrop() {
        dropped++;
        long now = System.nanoTime();
        if (toldDropsAt == null || now - toldDropsAt >= TELL_DROPS_EVERY) {
            toldDropsAt = now;
            LOG.log(
                    Level.WARNING,
                    name + ": it is slower than the topic, and " + options.overflow() + " drops what its buffer of "
                            + bound() + " has no room for (" + dropped + " so far). Make the handler faster, or "
                            + remedy() + ".");
        }
    }

    /** The next; its bytes count until it is released. */
    Entry take() {
        return entries.removeFirst();
    }

    /** The next again. */
    void putBack(Entry entry) {
        entries.addFirst(entry);
    }

    /** It was taken and not begun before the end that the policy made. */
    void drop() {
        dropped++;
    }

    /** Its handler is done with it. */
    void release(Entry entry) {
        bytes -= entry.bytes();
    }

    void clear() {
        entries.clear();
    }
}
