package dev.millrace.memory.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Entries that wait to be taken again. Every member has its own gaps, so there is no one order by due time;
 * but among entries with the same number of deliveries the oldest is due first for everybody. So the
 * earliest one is found without looking at those behind it, however many wait.
 */
final class Shelf {

    private static final Comparator<Pending> OLDEST =
            Comparator.<Pending, Instant>comparing(pending -> pending.since).thenComparing(pending -> pending.id);

    private static final Comparator<Pending> SOONEST =
            Comparator.comparing(Pending::wish).thenComparing(pending -> pending.id);

    private final Map<Integer, TreeSet<Pending>> byDeliveries = new TreeMap<>();
    private final TreeSet<Pending> wished = new TreeSet<>(SOONEST);

    void add(Pending pending) {
        byDeliveries
                .computeIfAbsent(pending.deliveries, n -> new TreeSet<>(OLDEST))
                .add(pending);
        if (pending.wish != null) {
            wished.add(pending);
        }
    }

    void remove(Pending pending) {
        byDeliveries.computeIfPresent(pending.deliveries, (n, entries) -> {
            entries.remove(pending);
            return entries.isEmpty() ? null : entries;
        });
        wished.remove(pending);
    }

    boolean isEmpty() {
        return byDeliveries.isEmpty();
    }

    List<Pending> all() {
        List<Pending> all = new ArrayList<>();
        byDeliveries.values().forEach(all::addAll);
        return all;
    }

    /** What one's own consumer, or any, may take first: by its gap, or sooner by wish. */
    @Nullable
    Due earliest(Rules rules, Predicate<Pending> which) {
        Due byGap = earliestIdle(rules, Duration.ZERO, which);
        Pending soonest = rules.redeliver() ? first(wished, which) : null;
        return soonest == null ? byGap : Due.earlier(byGap, new Due(soonest, soonest.wish()));
    }

    /** What another consumer may claim first. */
    @Nullable
    Due earliestClaim(Rules rules, Predicate<Pending> which) {
        return earliestIdle(rules, rules.claimAfter(), which);
    }

    private @Nullable Due earliestIdle(Rules rules, Duration atLeast, Predicate<Pending> which) {
        Due earliest = null;
        for (Map.Entry<Integer, TreeSet<Pending>> entries : byDeliveries.entrySet()) {
            Optional<Duration> gap = rules.gapAfter(entries.getKey());
            Pending oldest = gap.isPresent() ? first(entries.getValue(), which) : null;
            if (oldest != null) {
                Duration idle = gap.get().compareTo(atLeast) > 0 ? gap.get() : atLeast;
                earliest = Due.earlier(earliest, new Due(oldest, oldest.since.plus(idle)));
            }
        }
        return earliest;
    }

    private static @Nullable Pending first(Set<Pending> entries, Predicate<Pending> which) {
        for (Pending each : entries) {
            if (which.test(each)) {
                return each;
            }
        }
        return null;
    }
}
