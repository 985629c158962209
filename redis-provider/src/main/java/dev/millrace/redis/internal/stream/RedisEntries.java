package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.redis.internal.policy.StreamExtent;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.jspecify.annotations.Nullable;

/** The commands for what is in no group: entries, keys, names. Each is one command or one script. */
abstract class RedisEntries implements StreamCommands {

    /** Where a dead letter keeps headers that could not be read. Part of the entry's form on the server. */
    static final String MALFORMED_HEADERS = "headers.malformed";

    final Wire.Source wires;
    final Duration timeout;
    final CommandLine line;
    private final Completions completions = new Completions();

    RedisEntries(Wire.Source wires, Duration timeout) {
        this.wires = wires;
        this.timeout = timeout;
        this.line = new CommandLine(wires, timeout);
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
        return published("XADD", key, "*", Resp.flat(fields));
    }

    /** Whose stage the application gets, which may do with it what it likes. */
    private CompletionStage<String> published(Object... command) {
        return later(completions::add, command);
    }

    final CompletionStage<String> later(Executor whereCompleted, Object... command) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        line.callLater(
                (reply, failure) -> whereCompleted.execute(() -> {
                    if (failure == null) {
                        answer.complete(Resp.text(reply));
                    } else {
                        answer.completeExceptionally(failure);
                    }
                }),
                Resp.command(command));
        return answer;
    }

    @Override
    public String addOnce(String key, Once once, Map<String, byte[]> fields) {
        return Resp.text(run(
                Script.ADD_ONCE,
                List.of(key, once.key(), once.sideKey()),
                once.window().toMillis(),
                Resp.flat(fields)));
    }

    @Override
    public CompletionStage<String> addOnceLater(String key, Once once, Map<String, byte[]> fields) {
        // In full: to send it again after a NOSCRIPT would put it behind what was queued meanwhile.
        return published(
                "EVAL",
                Script.ADD_ONCE.source(),
                3,
                key,
                once.key(),
                once.sideKey(),
                once.window().toMillis(),
                Resp.flat(fields));
    }

    @Override
    public boolean exists(String key) {
        return isOne(call("EXISTS", key));
    }

    @Override
    public long trim(String key, long maxLength) {
        return Resp.number(run(Script.TRIM, List.of(key), maxLength));
    }

    @Override
    public Trimmed trimUnacked(String key, String sideKey, long maxLength) {
        List<?> reply = Resp.list(run(Script.TRIM_UNACKED, List.of(key, sideKey), maxLength));
        List<Trimmed.Loss> losses = new ArrayList<>();
        for (int i = 1; i + 2 < reply.size(); i += 3) {
            losses.add(new Trimmed.Loss(
                    Resp.text(reply.get(i)), Resp.number(reply.get(i + 1)), Resp.number(reply.get(i + 2))));
        }
        return new Trimmed(Resp.number(reply.get(0)), losses);
    }

    @Override
    public long lost(StreamGroup group, String sideKey) {
        Object lost = call("HGET", sideKey, "lost:" + group.name());
        return lost == null ? 0 : Long.parseLong(Resp.text(lost));
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
    public List<StreamEntry> newest(String key, int count) {
        List<StreamEntry> entries = new ArrayList<>(Resp.entries(call("XREVRANGE", key, "+", "-", "COUNT", count)));
        Collections.reverse(entries);
        return entries;
    }

    @Override
    public StreamExtent extent(String key) {
        List<?> extent = Resp.list(run(Script.EXTENT, List.of(key)));
        if (extent.isEmpty()) {
            return StreamExtent.NONE;
        }
        String added = Resp.text(extent.get(3));
        return new StreamExtent(
                EntryId.read(Resp.text(extent.get(0))),
                EntryId.read(Resp.text(extent.get(1))).orElse(EntryId.ZERO),
                Resp.number(extent.get(2)),
                added.equals("-") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(added)),
                EntryId.read(Resp.text(extent.get(4))).filter(id -> !id.equals(EntryId.ZERO)));
    }

    @Override
    public TailReads tailReads() {
        return new RedisTailReads(new BlockingWire(wires, line, timeout));
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
        long moved = Resp.number(run(Script.REQUEUE, List.of(deadKey, key), id, headers));
        if (moved < 0 && copied(deadKey, id, key, new Epitaph(headers, false))) {
            delete(deadKey, id);
            return true;
        }
        return moved == 1;
    }

    /** Copies an entry that is too wide for a script; whether it was there. What follows it is repeatable. */
    final boolean copied(String from, String id, String to, Epitaph epitaph) {
        List<?> found = Resp.list(call("XRANGE", from, id, id));
        if (found.isEmpty()) {
            return false;
        }
        List<?> fields = Resp.list(Resp.list(found.get(0)).get(1));
        List<Object> copy = new ArrayList<>(List.of("headers", epitaph.headers()));
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            boolean isHeaders = Resp.text(fields.get(i)).equals("headers");
            if (!isHeaders || epitaph.keepsMalformedHeaders()) {
                copy.add(isHeaders ? MALFORMED_HEADERS : fields.get(i));
                copy.add(fields.get(i + 1));
            }
        }
        call("XADD", to, "*", copy);
        return true;
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
        completions.close();
    }

    final @Nullable Object call(Object... parts) {
        return line.call(Resp.command(parts));
    }

    /** By its hash, and in full where the server does not know it yet or has forgotten it. */
    final @Nullable Object run(Script script, List<String> keys, Object... arguments) {
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

    static boolean isOne(@Nullable Object reply) {
        return Resp.number(reply) == 1;
    }

    static List<String> texts(@Nullable Object reply) {
        return Resp.list(reply).stream().map(Resp::text).toList();
    }
}
