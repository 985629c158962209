package dev.millrace.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * Decides which of a consumer's messages may start, so that those of one key run one at a time and in the
 * order of their ids (GRP-6). One that waits for its retry holds back those of its key that are younger.
 * Pure: no clock, no thread, no I/O; not thread-safe.
 *
 * <p>A message is told of when the consumer gets it ({@link #admit}), when it failed and is to come again
 * ({@link #failed}), and when this consumer is done with it, however that came ({@link #finished}).
 *
 * @param <I> ids, in the order of the topic
 * @param <T> what is kept of a message that has to wait
 */
public final class KeyOrder<I extends Comparable<? super I>, T> {

    /** The messages of one key that are not finished. */
    private static final class Line<I, T> {
        final String key;

        @Nullable
        I running;

        final TreeSet<I> failed = new TreeSet<>();
        final TreeMap<I, T> waiting = new TreeMap<>();

        Line(String key) {
            this.key = key;
        }

        boolean isEmpty() {
            return running == null && failed.isEmpty() && waiting.isEmpty();
        }
    }

    private final Map<String, Line<I, T>> lines = new HashMap<>();
    private final Map<I, String> keys = new LinkedHashMap<>();
    private final Set<String> waited = new LinkedHashSet<>();
    private final Set<String> moved = new LinkedHashSet<>();
    private int waiting;

    /** An order of no messages yet. */
    public KeyOrder() {}

    /**
     * Takes note of a message, a new one or one that comes again.
     *
     * @return whether it may start now, and counts as running; otherwise it waits for {@link #next}
     */
    public boolean admit(String key, I id, T message) {
        Line<I, T> line = lines.computeIfAbsent(key, Line::new);
        keys.put(id, key);
        line.failed.remove(id);
        if (line.running == null && isFirst(id, line)) {
            line.running = id;
            return true;
        }
        if (line.waiting.put(id, message) == null) {
            waiting++;
        }
        waited.add(key);
        // It may have come before those it now goes ahead of, and after the one they waited for.
        moved.add(key);
        return false;
    }

    private boolean isFirst(I id, Line<I, T> line) {
        return (line.failed.isEmpty() || id.compareTo(line.failed.first()) < 0)
                && (line.waiting.isEmpty() || id.compareTo(line.waiting.firstKey()) < 0);
    }

    /** The run of a message failed, and it is to come again here: until then it holds back its key. */
    public void failed(I id) {
        Line<I, T> line = line(id);
        if (line != null && id.equals(line.running)) {
            line.running = null;
            line.failed.add(id);
            // An older one may have come meanwhile.
            moved.add(line.key);
        }
    }

    /** The consumer is done with a message: handled, dead, handed back, or lost to another. */
    public void finished(I id) {
        Line<I, T> line = line(id);
        if (line == null) {
            return;
        }
        keys.remove(id);
        if (id.equals(line.running)) {
            line.running = null;
        }
        line.failed.remove(id);
        if (line.waiting.remove(id) != null) {
            took(line);
        }
        if (line.isEmpty()) {
            lines.remove(line.key);
        } else {
            moved.add(line.key);
        }
    }

    private @Nullable Line<I, T> line(I id) {
        String key = keys.get(id);
        return key == null ? null : lines.get(key);
    }

    /** One that waited and may start now; it counts as running. */
    public Optional<T> next() {
        Iterator<String> candidates = moved.iterator();
        while (candidates.hasNext()) {
            Line<I, T> line = lines.get(candidates.next());
            candidates.remove();
            if (line != null && isReady(line)) {
                Map.Entry<I, T> first = line.waiting.pollFirstEntry();
                line.running = first.getKey();
                took(line);
                return Optional.of(first.getValue());
            }
        }
        return Optional.empty();
    }

    private void took(Line<I, T> line) {
        waiting--;
        if (line.waiting.isEmpty()) {
            waited.remove(line.key);
        }
    }

    /** Whether {@link #next} would give one. */
    public boolean hasNext() {
        return moved.stream().map(lines::get).anyMatch(line -> line != null && isReady(line));
    }

    private boolean isReady(Line<I, T> line) {
        return line.running == null
                && !line.waiting.isEmpty()
                && (line.failed.isEmpty() || line.waiting.firstKey().compareTo(line.failed.first()) < 0);
    }

    /** How many messages wait for their key. */
    public int waiting() {
        return waiting;
    }

    /** Whether a message runs only after the retry of one of its key, itself included. */
    public boolean isHeldByRetry(I id) {
        Line<I, T> line = line(id);
        return line != null && !line.failed.isEmpty() && line.failed.first().compareTo(id) <= 0;
    }

    /** Whether a message is one that waits for its key. */
    public boolean isWaiting(I id) {
        Line<I, T> line = line(id);
        return line != null && line.waiting.containsKey(id);
    }

    /** The failed ones that others wait for: who finds that one is not its consumer's any more calls {@link #finished}. */
    public Collection<I> holdingBack() {
        List<I> holding = new ArrayList<>();
        for (Line<I, T> line : linesWaitedIn()) {
            holding.addAll(line.failed);
        }
        return holding;
    }

    private List<Line<I, T>> linesWaitedIn() {
        return waited.stream().map(lines::get).filter(Objects::nonNull).toList();
    }

    /** Forgets those that wait, to be handed back, oldest first. */
    public List<T> release() {
        TreeMap<I, T> all = new TreeMap<>();
        for (Line<I, T> line : linesWaitedIn()) {
            all.putAll(line.waiting);
        }
        all.keySet().forEach(this::finished);
        return List.copyOf(all.values());
    }
}
