package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.Watermark;
import dev.millrace.redis.internal.stream.FakeGroup.Pending;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;

/** The commands on a {@link FakeServer}, passing the same suite as those on a real one. */
class FakeStreams extends FakeEntries {

    private static final long YEAR = Duration.ofDays(365).toMillis();

    private record Note(long at, Set<String> events, boolean away) {
        boolean serves(String event, long since) {
            return at >= since && (events.isEmpty() || events.contains(event));
        }
    }

    private final Map<StreamGroup, Watermark> watermarks = new HashMap<>();
    private final Map<List<Object>, Note> served = new LinkedHashMap<>();

    @Override
    public GroupFacts groupFacts(StreamGroup group, String sideKey) {
        return called("groupFacts", () -> {
            Topic topic = topics.getOrDefault(group.key(), new Topic());
            return new GroupFacts(
                    List.copyOf(topic.groups.keySet()),
                    topic.firstGroup(),
                    now,
                    topic.entries.size(),
                    Optional.ofNullable(watermarks.get(group)),
                    Optional.ofNullable(topics.get(group.key())).map(FakeServer.Topic::state));
        });
    }

    @Override
    public boolean noteWatermark(StreamGroup group, String sideKey) {
        return called("noteWatermark", () -> {
            Topic topic = topics.getOrDefault(group.key(), new Topic());
            FakeGroup state = topic.groups.get(group.name());
            if (state == null) {
                return false;
            }
            Watermark note = new Watermark(state.doneUpTo(), topic.state());
            return !note.equals(watermarks.put(group, note));
        });
    }

    @Override
    public Creation createGroup(StreamGroup group, String sideKey, GroupStart start, Optional<GroupFacts> facts) {
        return called("createGroup", () -> {
            Topic topic = topic(group.key());
            if (topic.groups.containsKey(group.name())) {
                return Creation.EXISTED;
            }
            if (facts.isPresent() && !facts.get().firstGroupAt().equals(topic.firstGroup())) {
                return Creation.OUTDATED;
            }
            if (topic.groups.isEmpty()) {
                topic.firstGroupAt = now;
            }
            topic.groups.put(group.name(), new FakeGroup(topic.resolve(start.position())));
            return Creation.CREATED;
        });
    }

    @Override
    public List<GroupRow> groups(String key) {
        return called("groups", () -> {
            Topic topic = topics.getOrDefault(key, new Topic());
            return topic.groups.entrySet().stream()
                    .map(each -> each.getValue().row(each.getKey(), topic.entries, now))
                    .toList();
        });
    }

    @Override
    public Deletion deleteGroup(StreamGroup group, String sideKey, Collection<String> gone) {
        return called("deleteGroup", () -> {
            FakeGroup state =
                    topics.getOrDefault(group.key(), new Topic()).groups.get(group.name());
            if (state != null && !gone.containsAll(state.consumers.keySet())) {
                return Deletion.SERVED;
            }
            watermarks.remove(group);
            everLost.remove(group);
            topics.getOrDefault(group.key(), new Topic()).groups.remove(group.name());
            return state == null ? Deletion.ABSENT : Deletion.DELETED;
        });
    }

    @Override
    public void appear(StreamGroup group, String consumer) {
        called("appear", () -> group(group).consumers.putIfAbsent(consumer, now));
    }

    @Override
    public GroupReads reads() {
        return new FakeReads(this);
    }

    @Override
    public Map<String, Backlog> backlogs(String group, Collection<String> keys) {
        Map<String, Backlog> byKey = new LinkedHashMap<>();
        keys.forEach(key -> byKey.put(key, backlog(new StreamGroup(key, group))));
        return byKey;
    }

    private Backlog backlog(StreamGroup group) {
        try {
            return called("pending", () -> new Backlog(group(group).counts(), Optional.empty()));
        } catch (Refused e) {
            return new Backlog(Map.of(), Optional.of(e));
        }
    }

    @Override
    public List<PendingRow> pending(StreamGroup group, String from, int count, Optional<String> consumer) {
        return called("pendingRows", () -> group(group).rows(from, count, consumer, now));
    }

    @Override
    public Claim claim(StreamGroup group, String consumer, PendingRow row, Duration minIdle, int deliveries) {
        return called("claim", () -> {
            Optional<Pending> found = idleFor(group, row, minIdle);
            if (found.isEmpty()) {
                return new Claim.Lost();
            }
            Map<String, byte[]> fields = topic(group.key()).entries.get(row.id());
            if (fields == null) {
                group(group).pending.remove(row.id());
                return new Claim.Gone();
            }
            group(group).give(found.get(), consumer, now, deliveries);
            return new Claim.Taken(new StreamEntry(row.id(), fields), deliveries);
        });
    }

    private Optional<Pending> idleFor(StreamGroup group, PendingRow row, Duration minIdle) {
        return group(group).find(row.id(), row.consumer()).filter(each -> now - each.since >= minIdle.toMillis());
    }

    @Override
    public boolean ack(StreamGroup group, String id) {
        return called("ack", () -> acked(group, id));
    }

    @Override
    public CompletionStage<Long> ackLater(StreamGroup group, Collection<String> ids) {
        return later(() ->
                called("ack", () -> ids.stream().filter(id -> acked(group, id)).count()));
    }

    private boolean acked(StreamGroup group, String id) {
        FakeGroup state = topic(group.key()).groups.get(group.name());
        return state != null && state.pending.remove(id) != null;
    }

    @Override
    public boolean stamp(StreamGroup group, String consumer, String id, Duration idle, int deliveries) {
        return called("stamp", () -> {
            Optional<Pending> row = group(group).find(id, consumer);
            row.ifPresent(found -> group(group).give(found, consumer, now - idle.toMillis(), deliveries));
            return row.isPresent();
        });
    }

    @Override
    public List<String> renew(StreamGroup group, String consumer, Collection<String> ids) {
        return called("renew", () -> group(group).renew(consumer, ids, now));
    }

    @Override
    public Burial deadLetter(StreamGroup group, String deadKey, PendingRow row, Duration minIdle, Epitaph epitaph) {
        return called("deadLetter", () -> {
            if (idleFor(group, row, minIdle).isEmpty()) {
                return Burial.LOST;
            }
            group(group).pending.remove(row.id());
            Map<String, byte[]> fields = topic(group.key()).entries.get(row.id());
            if (fields == null) {
                return Burial.GONE;
            }
            Map<String, byte[]> copy = withHeaders(fields, epitaph.headers());
            if (epitaph.keepsMalformedHeaders() && fields.containsKey("headers")) {
                copy.put(RedisStreamCommands.MALFORMED_HEADERS, fields.get("headers"));
            }
            append(deadKey, copy);
            return Burial.COPIED;
        });
    }

    @Override
    public long handBack(StreamGroup group, String consumer, String parked, Collection<String> ids) {
        return called(
                "handBack",
                () -> ids.stream()
                        .flatMap(id -> group(group).find(id, consumer).stream())
                        .peek(found -> group(group).give(found, parked, now - YEAR, Math.max(0, found.deliveries - 1)))
                        .toList()
                        .size());
    }

    @Override
    public void release(StreamGroup group, String consumer, String parked, Collection<String> keep) {
        called("release", () -> {
            group(group).release(consumer, parked, keep);
            return "";
        });
    }

    @Override
    public Optional<Duration> serve(
            StreamGroup group, String sideKey, String consumer, Presence presence, Collection<String> events) {
        Note note = new Note(now, Set.copyOf(events), presence == Presence.PAUSED);
        return called(
                "serve",
                () -> Optional.ofNullable(served.put(List.of(group, consumer), note))
                        .map(before -> Duration.ofMillis(now - before.at)));
    }

    @Override
    public void unserve(StreamGroup group, String sideKey, String consumer) {
        called("unserve", () -> Optional.ofNullable(served.remove(List.of(group, consumer))));
    }

    @Override
    public Map<String, Passing> passOn(
            StreamGroup group,
            String sideKey,
            String consumer,
            Map<String, String> events,
            Duration liveFor,
            Optional<String> leftBy) {
        return called("passOn", () -> {
            Map<String, Passing> passed = new LinkedHashMap<>();
            leftBy.ifPresent(late -> served.computeIfPresent(
                    List.of(group, late), (member, note) -> new Note(note.at, note.events, true)));
            Passing nobody = served.containsKey(List.of(group, consumer)) ? Passing.UNSERVED : Passing.UNKNOWN;
            events.forEach((id, event) -> {
                Optional<String> heir = served.entrySet().stream()
                        .filter(each -> each.getKey().get(0).equals(group)
                                && !each.getKey().get(1).equals(consumer))
                        .filter(each -> each.getValue().serves(event, now - liveFor.toMillis()))
                        .min(Comparator.comparing((Map.Entry<List<Object>, Note> each) ->
                                        leftBy.equals(Optional.of(each.getKey().get(1))))
                                .thenComparing(each -> each.getValue().away))
                        .map(each -> (String) each.getKey().get(1));
                Optional<Pending> row = group(group).find(id, consumer);
                row.ifPresent(found ->
                        heir.ifPresent(name -> group(group).give(found, name, now, Math.max(0, found.deliveries - 1))));
                Passing outcome = heir.isPresent() ? Passing.GIVEN : nobody;
                passed.put(id, row.isPresent() ? outcome : Passing.LOST);
            });
            return passed;
        });
    }

    @Override
    public long removeIdle(StreamGroup group, Duration idle, Collection<String> keep) {
        return called("removeIdle", () -> group(group).removeIdle(now - idle.toMillis(), keep));
    }
}
