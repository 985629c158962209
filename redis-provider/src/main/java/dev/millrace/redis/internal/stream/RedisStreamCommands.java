package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.PendingCursor;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.policy.Watermark;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.jspecify.annotations.Nullable;

/** The commands, in the words of Redis 6.2: one command or one script each. */
public final class RedisStreamCommands extends RedisEntries {

    private RedisStreamCommands(Wire.Source wires, Duration timeout) {
        super(wires, timeout);
    }

    /** Commands to a server. Connects when the first one is sent. */
    public static StreamCommands to(Access access, Duration timeout) {
        ServerCheck check = new ServerCheck(access.endpoint());
        PacedLogins.Opening opening = (login, limit) -> {
            long start = System.nanoTime();
            Wire opened = JedisWire.open(access, login, limit);
            // A caller waits for all of it: what connecting took is gone.
            return check.passed(opened, limit.minusNanos(System.nanoTime() - start));
        };
        return new RedisStreamCommands(new PacedLogins(access.login(), opening), timeout);
    }

    @Override
    public GroupFacts groupFacts(StreamGroup group, String sideKey) {
        List<?> facts = Resp.list(run(Script.GROUP_FACTS, List.of(group.key(), sideKey), group.name()));
        String first = Resp.text(facts.get(0));
        return new GroupFacts(
                texts(facts.get(3)),
                first.isEmpty() ? Optional.empty() : Optional.of(Long.valueOf(first)),
                Resp.number(facts.get(1)),
                Resp.number(facts.get(2)),
                Watermark.read(Resp.text(facts.get(4))),
                Watermark.state(Resp.text(facts.get(5)), Resp.text(facts.get(6))));
    }

    @Override
    public Creation createGroup(StreamGroup group, String sideKey, GroupStart start, Optional<GroupFacts> facts) {
        String expected = facts.map(
                        known -> known.firstGroupAt().map(String::valueOf).orElse(""))
                .orElse("any");
        return Creation.valueOf(Resp.text(
                run(Script.CREATE_GROUP, List.of(group.key(), sideKey), group.name(), start.position(), expected)));
    }

    @Override
    public boolean noteWatermark(StreamGroup group, String sideKey) {
        return isOne(run(Script.WATERMARK, List.of(group.key(), sideKey), group.name()));
    }

    @Override
    public List<GroupRow> groups(String key) {
        List<GroupRow> rows = new ArrayList<>();
        for (Object each : Resp.list(run(Script.GROUPS, List.of(key)))) {
            List<?> row = Resp.list(each);
            String lag = Resp.text(row.get(2));
            Map<String, Duration> idle = new LinkedHashMap<>();
            List<?> consumers = Resp.list(row.get(3));
            for (int i = 0; i + 1 < consumers.size(); i += 2) {
                idle.put(Resp.text(consumers.get(i)), Duration.ofMillis(Resp.number(consumers.get(i + 1))));
            }
            rows.add(new GroupRow(
                    Resp.text(row.get(0)),
                    Resp.number(row.get(1)),
                    lag.equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(lag)),
                    idle));
        }
        return rows;
    }

    @Override
    public Deletion deleteGroup(StreamGroup group, String sideKey, Collection<String> gone) {
        String ending;
        do {
            ending = Resp.text(run(Script.DELETE_GROUP, List.of(group.key(), sideKey), group.name(), gone));
        } while (ending.equals("MORE"));
        return Deletion.valueOf(ending);
    }

    @Override
    public void appear(StreamGroup group, String consumer) {
        call("XGROUP", "CREATECONSUMER", group.key(), group.name(), consumer);
    }

    @Override
    public GroupReads reads() {
        return new RedisGroupReads(wires, line, timeout);
    }

    @Override
    public Map<String, Backlog> backlogs(String group, Collection<String> keys) {
        Map<String, Backlog> byKey = new LinkedHashMap<>();
        if (keys.size() > 1) {
            try {
                List<?> replies = Resp.list(run(Script.BACKLOGS, List.copyOf(keys), group));
                for (String key : keys) {
                    List<?> reply = Resp.list(replies.get(byKey.size()));
                    String error = Resp.text(reply.get(0));
                    byKey.put(
                            key,
                            error.isEmpty()
                                    ? new Backlog(counts(reply.get(1)), Optional.empty())
                                    : new Backlog(Map.of(), Optional.of(new Refused(error, null))));
                }
                return byKey;
            } catch (Refused e) {
                if (e.remedy() != Remedy.STOP_TOPIC) {
                    throw e;
                }
                // One key without its rights refuses the script: each by itself, then.
            }
        }
        keys.forEach(key -> byKey.put(key, backlog(group, key)));
        return byKey;
    }

    private Backlog backlog(String group, String key) {
        try {
            List<?> summary = Resp.list(call("XPENDING", key, group));
            return new Backlog(counts(summary.get(3)), Optional.empty());
        } catch (Refused e) {
            return new Backlog(Map.of(), Optional.of(e));
        }
    }

    private static Map<String, Long> counts(@Nullable Object consumers) {
        Map<String, Long> byConsumer = new LinkedHashMap<>();
        for (Object each : Resp.list(consumers)) {
            List<?> consumer = Resp.list(each);
            byConsumer.put(Resp.text(consumer.get(0)), Resp.number(consumer.get(1)));
        }
        return byConsumer;
    }

    @Override
    public List<PendingRow> pending(StreamGroup group, String from, int count, Optional<String> consumer) {
        List<PendingRow> rows = new ArrayList<>();
        Object reply = call(
                "XPENDING",
                group.key(),
                group.name(),
                from,
                "+",
                count,
                consumer.stream().toList());
        for (Object each : Resp.list(reply)) {
            List<?> row = Resp.list(each);
            rows.add(new PendingRow(
                    Resp.text(row.get(0)), Resp.text(row.get(1)), Duration.ofMillis(Resp.number(row.get(2))), (int)
                            Math.min(Integer.MAX_VALUE, Resp.number(row.get(3)))));
        }
        return rows;
    }

    @Override
    public Claim claim(StreamGroup group, String consumer, PendingRow row, Duration minIdle, int deliveries) {
        List<?> reply = Resp.list(run(
                Script.CLAIM,
                List.of(group.key()),
                group.name(),
                consumer,
                row.id(),
                row.consumer(),
                minIdle.toMillis(),
                deliveries));
        return switch (Resp.text(reply.get(0))) {
            case "TAKEN" -> new Claim.Taken(Resp.entry(row.id(), reply.get(1)), deliveries);
            case "GONE" -> new Claim.Gone();
            default -> new Claim.Lost();
        };
    }

    @Override
    public boolean ack(StreamGroup group, String id) {
        return Resp.number(call("XACK", group.key(), group.name(), id)) > 0;
    }

    @Override
    public CompletionStage<Long> ackLater(StreamGroup group, Collection<String> ids) {
        return later(Runnable::run, "XACK", group.key(), group.name(), ids).thenApply(Long::valueOf);
    }

    @Override
    public boolean stamp(StreamGroup group, String consumer, String id, Duration idle, int deliveries) {
        return isOne(run(Script.STAMP, List.of(group.key()), group.name(), consumer, id, idle.toMillis(), deliveries));
    }

    @Override
    public List<String> renew(StreamGroup group, String consumer, Collection<String> ids) {
        return texts(run(Script.RENEW, List.of(group.key()), group.name(), consumer, ids));
    }

    @Override
    public Burial deadLetter(StreamGroup group, String deadKey, PendingRow row, Duration minIdle, Epitaph epitaph) {
        String ending = Resp.text(run(
                Script.DEAD_LETTER,
                List.of(group.key(), deadKey),
                group.name(),
                row.consumer(),
                row.id(),
                minIdle.toMillis(),
                epitaph.headers(),
                epitaph.keepsMalformedHeaders() ? MALFORMED_HEADERS : ""));
        if (!ending.equals("TOO_WIDE")) {
            return Burial.valueOf(ending);
        }
        boolean copied = copied(group.key(), row.id(), deadKey, epitaph);
        ack(group, row.id());
        return copied ? Burial.COPIED : Burial.GONE;
    }

    @Override
    public long handBack(StreamGroup group, String consumer, String parked, Collection<String> ids) {
        return Resp.number(run(Script.HAND_BACK, List.of(group.key()), group.name(), consumer, parked, ids));
    }

    @Override
    public void release(StreamGroup group, String consumer, String parked, Collection<String> keep) {
        String from = PendingCursor.START.from();
        while (!from.isEmpty()) {
            from = Resp.text(run(Script.RELEASE, List.of(group.key()), group.name(), consumer, parked, from, keep));
        }
    }

    @Override
    public Optional<Duration> serve(
            StreamGroup group, String sideKey, String consumer, Presence presence, Collection<String> events) {
        long age = Resp.number(run(
                Script.SERVE,
                List.of(sideKey),
                group.name(),
                consumer,
                events.isEmpty() ? "all" : "some",
                presence == Presence.PAUSED ? "paused" : "ready",
                events));
        return age < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(age));
    }

    @Override
    public void unserve(StreamGroup group, String sideKey, String consumer) {
        run(Script.SERVE, List.of(sideKey), group.name(), consumer, "none");
    }

    @Override
    public Map<String, Passing> passOn(
            StreamGroup group,
            String sideKey,
            String consumer,
            Map<String, String> events,
            Duration liveFor,
            Optional<String> leftBy) {
        List<String> pairs = new ArrayList<>();
        events.forEach((id, event) -> pairs.addAll(List.of(id, event)));
        List<String> owners = texts(run(
                Script.PASS_ON,
                List.of(group.key(), sideKey),
                group.name(),
                consumer,
                liveFor.toMillis(),
                leftBy.orElse(""),
                pairs));
        Map<String, Passing> passed = new LinkedHashMap<>();
        Iterator<String> owner = owners.iterator();
        for (String id : events.keySet()) {
            passed.put(id, passing(owner.next()));
        }
        return passed;
    }

    private static Passing passing(String owner) {
        return switch (owner) {
            case "" -> Passing.UNSERVED;
            case "!" -> Passing.UNKNOWN;
            case "?" -> Passing.LOST;
            default -> Passing.GIVEN;
        };
    }

    @Override
    public long removeIdle(StreamGroup group, Duration idle, Collection<String> keep) {
        return Resp.number(run(Script.REMOVE_IDLE, List.of(group.key()), group.name(), idle.toMillis(), keep));
    }
}
