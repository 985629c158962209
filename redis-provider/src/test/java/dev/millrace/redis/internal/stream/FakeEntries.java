package dev.millrace.redis.internal.stream;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.redis.internal.policy.StreamExtent;

/** The commands for what is in no group, on a {@link FakeServer}. */
abstract class FakeEntries extends FakeServer implements StreamCommands {

    private final Map<String, String> once = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    final Map<StreamGroup, Long> everLost = new HashMap<>();

    @Override
    public void check() {
        called("check", () -> "");
    }

    @Override
    public String add(String key, Map<String, byte[]> fields) {
        return called("add", () -> append(key, fields));
    }

    @Override
    public CompletionStage<String> addLater(String key, Map<String, byte[]> fields) {
        return later(() -> add(key, fields));
    }

    @Override
    public String addOnce(String key, Once asked, Map<String, byte[]> fields) {
        return called("addOnce", () -> once.computeIfAbsent(asked.key(), first -> append(key, fields)));
    }

    @Override
    public CompletionStage<String> addOnceLater(String key, Once asked, Map<String, byte[]> fields) {
        return later(() -> addOnce(key, asked, fields));
    }

    static <T> CompletionStage<T> later(Supplier<T> command) {
        try {
            return CompletableFuture.completedFuture(command.get());
        } catch (StreamFailure e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public boolean exists(String key) {
        return called("exists", () -> topics.containsKey(key) || names.containsKey(key));
    }

    static Map<String, byte[]> withHeaders(Map<String, byte[]> fields, String headers) {
        Map<String, byte[]> copy = new LinkedHashMap<>(fields);
        copy.put("headers", headers.getBytes(StandardCharsets.UTF_8));
        return copy;
    }

    @Override
    public long trim(String key, long maxLength) {
        return called("trim", () -> {
            Topic topic = topic(key);
            long removed = 0;
            while (topic.entries.size() > maxLength && isDoneWith(topic)) {
                topic.entries.pollFirstEntry();
                removed++;
            }
            return removed;
        });
    }

    @Override
    public Trimmed trimUnacked(String key, String sideKey, long maxLength) {
        return called("trimUnacked", () -> {
            Topic topic = topic(key);
            Map<String, Long> lost = new LinkedHashMap<>();
            long removed = 0;
            for (; topic.entries.size() > maxLength; removed++) {
                String oldest = topic.entries.firstKey();
                topic.groups.forEach((name, group) -> {
                    if (group.hasNotAcked(oldest)) {
                        lost.merge(name, 1L, Long::sum);
                    }
                });
                topic.entries.remove(oldest);
            }
            List<Trimmed.Loss> losses = new ArrayList<>();
            lost.forEach((name, count) -> losses.add(
                    new Trimmed.Loss(name, count, everLost.merge(new StreamGroup(key, name), count, Long::sum))));
            return new Trimmed(removed, losses);
        });
    }

    @Override
    public long lost(StreamGroup group, String sideKey) {
        return called("lost", () -> everLost.getOrDefault(group, 0L));
    }

    private static boolean isDoneWith(Topic topic) {
        return topic.groups.values().stream().allMatch(group -> group.isDoneWith(topic.entries.firstKey()));
    }

    @Override
    public long length(String key) {
        return called("length", () -> (long) topic(key).entries.size());
    }

    @Override
    public List<StreamEntry> range(String key, String from, String to, int count) {
        return called(
                "range",
                () -> FakeGroup.from(topic(key).entries, from).entrySet().stream()
                        .filter(each -> to.equals("+") || FakeGroup.byId().compare(each.getKey(), to) <= 0)
                        .limit(count)
                        .map(each -> new StreamEntry(each.getKey(), each.getValue()))
                        .toList());
    }

    @Override
    public List<StreamEntry> newest(String key, int count) {
        return called("newest", () -> {
            List<StreamEntry> entries = new ArrayList<>();
            topic(key).entries.descendingMap().entrySet().stream()
                    .limit(count)
                    .forEach(each -> entries.add(0, new StreamEntry(each.getKey(), each.getValue())));
            return entries;
        });
    }

    @Override
    public StreamExtent extent(String key) {
        return called("extent", () -> {
            if (!topics.containsKey(key)) {
                return StreamExtent.NONE;
            }
            Topic topic = topic(key);
            return new StreamExtent(
                    Optional.ofNullable(topic.entries.firstEntry()).flatMap(first -> EntryId.read(first.getKey())),
                    topic.state().lastGenerated(),
                    topic.entries.size(),
                    OptionalLong.of(topic.added),
                    EntryId.read(topic.deletedUpTo).filter(id -> !id.equals(EntryId.ZERO)));
        });
    }

    @Override
    public TailReads tailReads() {
        return new FakeTailReads(this);
    }

    @Override
    public Optional<String> newest(String key) {
        return called(
                "newest",
                () -> Optional.ofNullable(topic(key).entries.lastEntry()).map(Map.Entry::getKey));
    }

    @Override
    public boolean delete(String key, String id) {
        return called("delete", () -> {
            boolean there = topic(key).entries.remove(id) != null;
            if (there && FakeGroup.byId().compare(id, topic(key).deletedUpTo) > 0) {
                topic(key).deletedUpTo = id;
            }
            return there;
        });
    }

    @Override
    public boolean requeue(String deadKey, String key, String id, String headers) {
        return called("requeue", () -> {
            Map<String, byte[]> fields = topic(deadKey).entries.remove(id);
            if (fields != null) {
                append(key, withHeaders(fields, headers));
            }
            return fields != null;
        });
    }

    @Override
    public Hold hold(String nameKey, String token, Duration time, Optional<String> over) {
        return called("hold", () -> {
            String holder = names.get(nameKey);
            if (holder == null
                    || holder.equals(token)
                    || over.filter(holder::equals).isPresent()) {
                names.put(nameKey, token);
                return new Hold.Ours();
            }
            return new Hold.Taken(holder);
        });
    }

    @Override
    public void letGo(String nameKey, String token) {
        called("letGo", () -> names.remove(nameKey, token));
    }
}
