package dev.millrace.redis.internal.stream;

import java.util.List;
import java.util.Optional;

import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.spi.KeyOrder;
import org.jspecify.annotations.Nullable;

/** The order of a consumer by a header of its messages, where it has one (GRP-6). Thread-safe. */
final class Ordering {

    /** How many messages may wait for their keys before nothing new is read. */
    private static final int MOST_WAITING = 1_000;

    private final @Nullable String header;
    private final KeyOrder<EntryId, Held> order = new KeyOrder<>();

    Ordering(Optional<String> header) {
        this.header = header.orElse(null);
    }

    boolean isOn() {
        return header != null;
    }

    /** Whether it may start as soon as there is a slot; if not, it waits for its key. */
    synchronized boolean admits(Held held) {
        String key = header == null ? null : held.reading.headers().get(header);
        return key == null || order.admit(key, id(held.id()), held);
    }

    /** It is over for this consumer: handled, dead, handed back, or lost. */
    synchronized void finished(Held held) {
        finished(held.id());
    }

    synchronized void finished(String id) {
        if (header != null) {
            order.finished(id(id));
        }
    }

    /** It failed and is to come again here. */
    synchronized void failed(Held held) {
        if (header != null) {
            order.failed(id(held.id()));
        }
    }

    /** One whose key has become free. */
    synchronized Optional<Held> next() {
        return order.next();
    }

    /**
     * Whether nothing new may be read: it might wait for its key too.
     *
     * @param bytesLeft how many more may be held
     */
    synchronized boolean isFull(long bytesLeft) {
        return order.waiting() >= MOST_WAITING || (bytesLeft <= 0 && order.waiting() > 0);
    }

    /** Those that wait for their key, which are forgotten. */
    synchronized List<Held> release() {
        return order.release();
    }

    /** The failed ones that others wait for. */
    synchronized List<String> holdingBack() {
        return order.holdingBack().stream().map(EntryId::toString).toList();
    }

    private static EntryId id(String id) {
        return EntryId.read(id).orElseThrow();
    }
}
