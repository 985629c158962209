package dev.millrace.memory.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import dev.millrace.spi.KeyOrder;
import org.jspecify.annotations.Nullable;

/** The order of a member by a header of its messages, where it has one (GRP-6). */
final class Ordering {

    /** How many messages may wait for their keys before nothing new is taken. */
    static final int MOST_WAITING = 1_000;

    private final @Nullable String header;
    private final boolean redeliver;
    private final KeyOrder<EntryId, Lease> order = new KeyOrder<>();
    private final Deque<Lease> unstarted = new ArrayDeque<>();
    private boolean released;

    Ordering(Optional<String> header, boolean redeliver) {
        this.header = header.orElse(null);
        this.redeliver = redeliver;
    }

    /** Whether a delivery may start now; if not, it is held until it may. */
    boolean admits(Lease lease) {
        String key = header == null ? null : lease.entry().headers().get(header);
        return key == null || order.admit(key, lease.entry().id(), lease);
    }

    /** Keeps the place of a delivery that did not start after all; false where it has none, or all is being let go. */
    boolean keeps(Lease lease) {
        boolean kept = !released && header != null && lease.entry().headers().containsKey(header);
        if (kept) {
            unstarted.add(lease);
        }
        return kept;
    }

    void finished(EntryId id) {
        order.finished(id);
    }

    void failed(EntryId id) {
        if (redeliver) {
            order.failed(id);
        } else {
            order.finished(id);
        }
    }

    boolean hasNext() {
        return !unstarted.isEmpty() || order.hasNext();
    }

    Optional<Lease> next() {
        return unstarted.isEmpty() ? order.next() : Optional.of(unstarted.remove());
    }

    boolean isFull() {
        return order.waiting() >= MOST_WAITING;
    }

    /** Whether an entry waits for its key and gets its turn without a retry. */
    boolean comesByItself(EntryId id) {
        return unstarted.stream().anyMatch(lease -> lease.entry().id().equals(id))
                || (order.isWaiting(id) && !order.isHeldByRetry(id));
    }

    /** Lets go of failed entries that are not waiting for this consumer's retry any more; whether there were any. */
    boolean dropLost(Group group, GroupConsumer consumer) {
        List<EntryId> lost = order.holdingBack().stream()
                .filter(id -> !group.isWaiting(id, consumer))
                .toList();
        lost.forEach(order::finished);
        return !lost.isEmpty();
    }

    /** Lets go of all that are held, for good. */
    List<Lease> release() {
        released = true;
        List<Lease> held = new ArrayList<>(unstarted);
        unstarted.clear();
        held.addAll(order.release());
        return held;
    }
}
