package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.redis.internal.policy.StreamState;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;

/**
 * Streams, groups, pending lists, idle times and counts under a clock of its own, and a script of what goes
 * wrong with which command. Its monitor is what readers wait in.
 */
class FakeServer {

    /** How a command goes wrong. */
    enum Fault {
        /** It is carried out, and its reply lost. */
        REPLY_LOST,
        /** It never arrives. */
        REQUEST_LOST,
        OUT_OF_MEMORY,
        NO_RIGHT
    }

    final Map<String, Topic> topics = new HashMap<>();
    private final Map<String, Deque<Fault>> faults = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private Consumer<String> observer = step -> {};
    long now = 1_000;
    private long sequence;
    private boolean closed;

    static final class Topic {
        final TreeMap<String, Map<String, byte[]>> entries = new TreeMap<>(FakeGroup.byId());
        final Map<String, FakeGroup> groups = new HashMap<>();
        long firstGroupAt;
        String lastGenerated = "0-0";
        String deletedUpTo = "0-0";
        long added;

        Optional<Long> firstGroup() {
            return groups.isEmpty() ? Optional.empty() : Optional.of(firstGroupAt);
        }

        StreamState state() {
            return new StreamState(EntryId.read(lastGenerated).orElseThrow(), Optional.of(added));
        }

        /** A position as XGROUP CREATE takes it. */
        String resolve(String position) {
            return switch (position) {
                case "0" -> "0-0";
                case "$" -> lastGenerated;
                default -> position;
            };
        }
    }

    /** A group is destroyed, and what was pending in it forgotten. */
    synchronized void forget(StreamGroup group) {
        topic(group.key()).groups.remove(group.name());
        notifyAll();
    }

    /** Lets time pass; whoever waits for messages looks again. */
    synchronized void advance(Duration time) {
        now += time.toMillis();
        notifyAll();
    }

    /** The next calls of a command go wrong in this order. */
    synchronized void script(String command, Fault... next) {
        faults.computeIfAbsent(command, each -> new ArrayDeque<>()).addAll(List.of(next));
    }

    /** The stream is deleted, and its groups with it. */
    synchronized void forget(String key) {
        topics.remove(key);
        notifyAll();
    }

    /** Whether a group has read everything and has nothing pending. */
    synchronized boolean isDone(StreamGroup group) {
        Topic topic = topic(group.key());
        FakeGroup state = topic.groups.get(group.name());
        return state != null
                && state.pending.isEmpty()
                && topic.entries.tailMap(state.lastDelivered, false).isEmpty();
    }

    /** Tells of each step of whoever uses it, on its thread: a command, or a reader's listening. */
    synchronized void observe(Consumer<String> each) {
        observer = each;
    }

    synchronized void passing(String step) {
        observer.accept(step);
    }

    /** The commands called so far. */
    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    synchronized <T> T called(String command, Supplier<T> effect) {
        if (closed) {
            throw new StreamFailure.Closed();
        }
        calls.add(command);
        passing(command);
        Fault fault = faults.getOrDefault(command, new ArrayDeque<>()).poll();
        if (fault == Fault.REQUEST_LOST) {
            throw new ReplyLost(command + " was lost on its way.", null);
        }
        if (fault == Fault.OUT_OF_MEMORY) {
            throw new Refused("OOM command not allowed when used memory > 'maxmemory'.", null);
        }
        if (fault == Fault.NO_RIGHT) {
            throw new Refused("NOPERM this user has no permissions to run the '" + command + "' command", null);
        }
        T result = effect.get();
        notifyAll();
        if (fault == Fault.REPLY_LOST) {
            throw new ReplyLost("The reply of " + command + " was lost.", null);
        }
        return result;
    }

    Topic topic(String key) {
        return topics.computeIfAbsent(key, each -> new Topic());
    }

    FakeGroup group(StreamGroup group) {
        Topic topic = topics.get(group.key());
        FakeGroup found = topic == null ? null : topic.groups.get(group.name());
        if (found == null) {
            throw new Refused("NOGROUP No such key '" + group.key() + "' or consumer group", null);
        }
        return found;
    }

    String append(String key, Map<String, byte[]> fields) {
        String id = now + "-" + ++sequence;
        Topic topic = topic(key);
        topic.entries.put(id, new LinkedHashMap<>(fields));
        topic.lastGenerated = id;
        topic.added++;
        return id;
    }

    /** As XREADGROUP does: where one stream cannot be read, none is. */
    Map<String, List<StreamEntry>> next(String group, String consumer, Collection<String> keys, int count) {
        keys.forEach(key -> group(new StreamGroup(key, group)));
        Map<String, List<StreamEntry>> byKey = new LinkedHashMap<>();
        for (String key : keys) {
            List<StreamEntry> entries =
                    group(new StreamGroup(key, group)).next(topic(key).entries, consumer, count, now);
            if (!entries.isEmpty()) {
                byKey.put(key, entries);
            }
        }
        return byKey;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
