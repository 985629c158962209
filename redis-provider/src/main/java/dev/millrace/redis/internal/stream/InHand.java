package dev.millrace.redis.internal.stream;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What one subscription has, by id, from before its first command until the answer to its last. Thread-safe. */
final class InHand {

    private final Map<String, Held> byId = new ConcurrentHashMap<>();
    private final AtomicLong bytes;

    /** Nothing yet; the bytes are counted together with those of others. */
    InHand(AtomicLong bytes) {
        this.bytes = bytes;
    }

    /** Whether it was not there yet. Another entry of the same id takes the place of the one that was there. */
    boolean add(Held held) {
        while (true) {
            Held there = byId.putIfAbsent(held.id(), held);
            if (there == null) {
                bytes.addAndGet(held.bytes);
                return true;
            }
            if (there.reading.isSameAs(held.reading)) {
                return false;
            }
            there.replaced();
            if (byId.replace(held.id(), there, held)) {
                bytes.addAndGet(held.bytes - there.bytes);
                return true;
            }
        }
    }

    void remove(Held held) {
        if (byId.remove(held.id(), held)) {
            bytes.addAndGet(-held.bytes);
        }
    }

    boolean has(String id) {
        return byId.containsKey(id);
    }

    Set<String> ids() {
        return Set.copyOf(byId.keySet());
    }

    Collection<Held> all() {
        return List.copyOf(byId.values());
    }

    boolean isEmpty() {
        return byId.isEmpty();
    }
}
