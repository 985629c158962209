package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.PendingCursor;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.Watermark;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.jspecify.annotations.Nullable;

/** The commands, in the words of Redis 6.2: one command or one script each. */
public final class RedisStreamCommands implements StreamCommands {

    /** Where a dead letter keeps headers that could not be read. Part of the entry's form on the server. */
    static final String MALFORMED_HEADERS = "headers.malformed";

    private final Wire.Source wires;
    private final Duration timeout;
    private final CommandLine line;

    private RedisStreamCommands(Wire.Source wires, Duration timeout) {
        this.wires = wires;
        this.timeout = timeout;
        this.line = new CommandLine(wires, timeout);
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
    public void check() {
        call("PING");
    }

    @Override
    public String add(String key, Map<String, byte[]> fields) {
        return Resp.text(call("XADD", key, "*", Resp.flat(fields)));
    }

    @Override
    public CompletionStage<String> addLater(String key, Map<String, byte[]> fields) {
        return later("XADD", key, "*", Resp.flat(fields));
    }

    private CompletionStage<String> later(Object... command) {
        CompletableFuture<String> id = new CompletableFuture<>();
        line.callLater(
                (reply, failure) -> {
                    if (failure == null) {
                        id.complete(Resp.text(reply));
                    } else {
                        id.completeExceptionally(failure);
                    }
                },
                Resp.command(command));
        return id;
    }

    @Override
    public String addOnce(String key, String onceKey, Duration window, Map<String, byte[]> fields) {
        return Resp.text(run(Script.ADD_ONCE, List.of(key, onceKey), window.toMillis(), Resp.flat(fields)));
    }

    @Override
    public CompletionStage<String> addOnceLater(
            String key, String onceKey, Duration window, Map<String, byte[]> fields) {
        // In full: to send it again after a NOSCRIPT would put it behind what was queued meanwhile.
        return later("EVAL", Script.ADD_ONCE.source(), 2, key, onceKey, window.toMillis(), Resp.flat(fields));
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
        return Deletion.valueOf(Resp.text(run(Script.DELETE_GROUP, List.of(group.key(), sideKey), group.name(), gone)));
    }

    @Override
    public void appear(StreamGroup group, String consumer) {
        call("XGROUP", "CREATECONSUMER", group.key(), group.name(), consumer);
    }

    @Override
    public boolean exists(String key) {
        return isOne(call("EXISTS", key));
    }

    @Override
    public GroupReads reads() {
        return new RedisGroupReads(wires, line, timeout);
    }

    @Override
    public Map<String, Long> pending(StreamGroup group) {
        Map<String, Long> byConsumer = new LinkedHashMap<>();
        List<?> summary = Resp.list(call("XPENDING", group.key(), group.name()));
        for (Object each : Resp.list(summary.get(3))) {
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
    public boolean stamp(StreamGroup group, String consumer, String id, Duration idle, int deliveries) {
        return isOne(run(Script.STAMP, List.of(group.key()), group.name(), consumer, id, idle.toMillis(), deliveries));
    }

    @Override
    public List<String> renew(StreamGroup group, String consumer, Collection<String> ids) {
        return texts(run(Script.RENEW, List.of(group.key()), group.name(), consumer, ids));
    }

    @Override
    public Burial deadLetter(StreamGroup group, String deadKey, PendingRow row, Duration minIdle, Epitaph epitaph) {
        return Burial.valueOf(Resp.text(run(
                Script.DEAD_LETTER,
                List.of(group.key(), deadKey),
                group.name(),
                row.consumer(),
                row.id(),
                minIdle.toMillis(),
                epitaph.headers(),
                epitaph.keepsMalformedHeaders() ? MALFORMED_HEADERS : "")));
    }

    @Override
    public boolean handBack(StreamGroup group, String consumer, String parked, String id) {
        return isOne(run(Script.HAND_BACK, List.of(group.key()), group.name(), consumer, parked, id));
    }

    @Override
    public void release(StreamGroup group, String consumer, String parked, Collection<String> keep) {
        String from = PendingCursor.START.from();
        while (!from.isEmpty()) {
            from = Resp.text(run(Script.RELEASE, List.of(group.key()), group.name(), consumer, parked, from, keep));
        }
    }

    @Override
    public long removeIdle(StreamGroup group, Duration idle, Collection<String> keep) {
        return Resp.number(run(Script.REMOVE_IDLE, List.of(group.key()), group.name(), idle.toMillis(), keep));
    }

    @Override
    public long trim(String key, long maxLength) {
        return Resp.number(run(Script.TRIM, List.of(key), maxLength));
    }

    @Override
    public long length(String key) {
        return Resp.number(call("XLEN", key));
    }

    @Override
    public List<StreamEntry> range(String key, String from, String to, int count) {
        return Resp.entries(call("XRANGE", key, from, to, "COUNT", count));
    }

    @Override
    public Optional<String> newest(String key) {
        return Resp.entries(call("XREVRANGE", key, "+", "-", "COUNT", 1)).stream()
                .map(StreamEntry::id)
                .findFirst();
    }

    @Override
    public boolean delete(String key, String id) {
        return Resp.number(call("XDEL", key, id)) > 0;
    }

    @Override
    public boolean requeue(String deadKey, String key, String id, String headers) {
        return isOne(run(Script.REQUEUE, List.of(deadKey, key), id, headers));
    }

    @Override
    public Hold hold(String nameKey, String token, Duration time, Optional<String> over) {
        String holder = Resp.text(run(Script.HOLD, List.of(nameKey), token, time.toMillis(), over.orElse("")));
        return holder.isEmpty() ? new Hold.Ours() : new Hold.Taken(holder);
    }

    @Override
    public void letGo(String nameKey, String token) {
        run(Script.LET_GO, List.of(nameKey), token);
    }

    @Override
    public void close() {
        line.close();
    }

    private @Nullable Object call(Object... parts) {
        return line.call(Resp.command(parts));
    }

    /** By its hash, and in full where the server does not know it yet or has forgotten it. */
    private @Nullable Object run(Script script, List<String> keys, Object... arguments) {
        List<Object> rest = new ArrayList<>();
        rest.add(keys.size());
        rest.addAll(keys);
        rest.addAll(List.of(arguments));
        try {
            return call("EVALSHA", script.hash(), rest);
        } catch (Refused e) {
            if (!e.code().equals("NOSCRIPT")) {
                throw e;
            }
            return call("EVAL", script.source(), rest);
        }
    }

    private static boolean isOne(@Nullable Object reply) {
        return Resp.number(reply) == 1;
    }

    private static List<String> texts(@Nullable Object reply) {
        return Resp.list(reply).stream().map(Resp::text).toList();
    }
}
