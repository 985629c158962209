package dev.millrace.redis.internal.stream;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What one subscription has, by id, from before its first command until the answer to its last. Thread-safe. */
final class InHand {

    private final Map<String, Held> byId = new ConcurrentHashMap<>();

    /** Whether it was not there yet. */
    boolean add(Held held) {
        return byId.putIfAbsent(held.id(), held) == null;
    }

    void remove(Held held) {
        byId.remove(held.id(), held);
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
