package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.stream.StreamCommands.GroupRow;

/** A group of {@link FakeStreams}: what it has read, and who has what pending since when. */
final class FakeGroup {

    static final class Pending {
        String consumer = "";
        long since;
        int deliveries;
    }

    String lastDelivered;
    final TreeMap<String, Pending> pending = new TreeMap<>(byId());
    final Map<String, Long> consumers = new HashMap<>();

    FakeGroup(String lastDelivered) {
        this.lastDelivered = lastDelivered;
    }

    static Comparator<String> byId() {
        return Comparator.comparing(id -> EntryId.read(id).orElseThrow());
    }

    /** The part of a map that XPENDING and XRANGE would begin with. */
    static <T> SortedMap<String, T> from(TreeMap<String, T> map, String from) {
        boolean exclusive = from.startsWith("(");
        String start = from.equals("-") ? "0-0" : exclusive ? from.substring(1) : from;
        return map.tailMap(start, !exclusive);
    }

    List<StreamEntry> next(TreeMap<String, Map<String, byte[]>> entries, String consumer, int count, long now) {
        List<StreamEntry> unread = entries.tailMap(lastDelivered, false).entrySet().stream()
                .limit(count)
                .map(each -> new StreamEntry(each.getKey(), each.getValue()))
                .toList();
        for (StreamEntry entry : unread) {
            Pending row = new Pending();
            pending.put(entry.id(), row);
            give(row, consumer, now, 1);
            lastDelivered = entry.id();
        }
        return unread;
    }

    void give(Pending row, String consumer, long since, int deliveries) {
        row.consumer = consumer;
        row.since = since;
        row.deliveries = deliveries;
        consumers.put(consumer, since);
    }

    Optional<Pending> find(String id, String consumer) {
        return Optional.ofNullable(pending.get(id)).filter(row -> row.consumer.equals(consumer));
    }

    Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        pending.values().forEach(row -> counts.merge(row.consumer, 1L, Long::sum));
        return counts;
    }

    List<PendingRow> rows(String from, int count, Optional<String> consumer, long now) {
        return from(pending, from).entrySet().stream()
                .filter(each -> consumer.isEmpty() || each.getValue().consumer.equals(consumer.get()))
                .limit(count)
                .map(each -> new PendingRow(
                        each.getKey(),
                        each.getValue().consumer,
                        Duration.ofMillis(now - each.getValue().since),
                        each.getValue().deliveries))
                .toList();
    }

    List<String> renew(String consumer, Collection<String> ids, long now) {
        List<String> lost = new ArrayList<>();
        for (String id : ids) {
            find(id, consumer).ifPresentOrElse(row -> row.since = now, () -> lost.add(id));
        }
        return lost;
    }

    void release(String consumer, String parked, Collection<String> keep) {
        pending.forEach((id, row) -> {
            if (row.consumer.equals(consumer) && !keep.contains(id)) {
                give(row, parked, row.since, row.deliveries);
            }
        });
        if (!counts().containsKey(consumer)) {
            consumers.remove(consumer);
        }
    }

    long removeIdle(long before, Collection<String> keep) {
        List<String> gone = consumers.entrySet().stream()
                .filter(each -> each.getValue() <= before && !keep.contains(each.getKey()))
                .map(Map.Entry::getKey)
                .filter(name -> !counts().containsKey(name))
                .toList();
        consumers.keySet().removeAll(gone);
        return gone.size();
    }

    GroupRow row(String name, TreeMap<String, Map<String, byte[]>> entries, long now) {
        Map<String, Duration> idle = new HashMap<>();
        consumers.forEach((consumer, since) -> idle.put(consumer, Duration.ofMillis(now - since)));
        long lag = entries.tailMap(lastDelivered, false).size();
        return new GroupRow(name, pending.size(), OptionalLong.of(lag), idle);
    }

    /** The id up to which everything is acked. */
    EntryId doneUpTo() {
        return pending.isEmpty()
                ? EntryId.read(lastDelivered).orElseThrow()
                : EntryId.read(pending.firstKey()).orElseThrow().before();
    }

    /** Whether the group is done with an entry and all before it. */
    boolean hasNotAcked(String id) {
        return byId().compare(id, lastDelivered) > 0 || pending.containsKey(id);
    }

    boolean isDoneWith(String id) {
        return byId().compare(id, lastDelivered) <= 0
                && pending.headMap(id, true).isEmpty();
    }
}
