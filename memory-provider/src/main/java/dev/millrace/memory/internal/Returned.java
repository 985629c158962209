package dev.millrace.memory.internal;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Entries that were taken out of the topic before their first delivery: handed back, or passed over by a member
 * that does not handle their event. They come before anything new, in topic order. Kept by event, so that a
 * member finds its own without looking at those of others.
 */
final class Returned {

    private final Map<String, TreeMap<EntryId, Pending>> byEvent = new HashMap<>();

    void add(Pending pending) {
        byEvent.computeIfAbsent(pending.event, none -> new TreeMap<>()).put(pending.id, pending);
    }

    void remove(Pending pending) {
        byEvent.computeIfPresent(pending.event, (event, entries) -> {
            entries.remove(pending.id);
            return entries.isEmpty() ? null : entries;
        });
    }

    /** The oldest whose event is one of these. */
    @Nullable
    Pending first(Predicate<String> events) {
        Pending first = null;
        for (Map.Entry<String, TreeMap<EntryId, Pending>> each : byEvent.entrySet()) {
            Pending oldest = each.getValue().firstEntry().getValue();
            if (events.test(each.getKey()) && (first == null || oldest.id.compareTo(first.id) < 0)) {
                first = oldest;
            }
        }
        return first;
    }

    boolean contains(EntryId id) {
        Collection<TreeMap<EntryId, Pending>> all = byEvent.values();
        return all.stream().anyMatch(entries -> entries.containsKey(id));
    }
}
