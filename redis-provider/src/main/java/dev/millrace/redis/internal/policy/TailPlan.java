package dev.millrace.redis.internal.policy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which reads a process makes for its broadcast subscribers. Those of one stream that have come equally far
 * share a read; who has come furthest waits for more; the others catch up first, each from where it is.
 *
 * @param behind reads that do not wait
 * @param ahead one read a stream, which may wait together where nobody is behind
 */
public record TailPlan<S>(List<Read<S>> behind, List<Read<S>> ahead) {

    /** Subscribers of a stream that have come equally far. */
    public record Read<S>(String key, EntryId after, List<S> subscribers) {}

    /** A subscriber with room. */
    public record Seat<S>(S subscriber, String key, EntryId reached) {}

    private record Place(String key, EntryId reached) {}

    /** The plan for those who have room. */
    public static <S> TailPlan<S> of(Collection<Seat<S>> seats) {
        Map<Place, List<S>> together = new LinkedHashMap<>();
        seats.forEach(
                seat -> together.computeIfAbsent(new Place(seat.key(), seat.reached()), place -> new ArrayList<>())
                        .add(seat.subscriber()));
        Map<String, Read<S>> furthest = new LinkedHashMap<>();
        List<Read<S>> behind = new ArrayList<>();
        together.entrySet().stream()
                .sorted(Comparator.comparing(each -> each.getKey().reached()))
                .forEach(each -> {
                    Place place = each.getKey();
                    Read<S> before = furthest.put(
                            place.key(), new Read<>(place.key(), place.reached(), List.copyOf(each.getValue())));
                    if (before != null) {
                        behind.add(before);
                    }
                });
        return new TailPlan<>(List.copyOf(behind), List.copyOf(furthest.values()));
    }

    /** How far the subscribers of a stream have come that have come furthest. */
    public EntryId furthest(String key) {
        return ahead.stream()
                .filter(read -> read.key().equals(key))
                .map(Read::after)
                .findFirst()
                .orElseThrow();
    }

    /** Whether there is nothing to read for. */
    public boolean isEmpty() {
        return ahead.isEmpty();
    }
}
