package dev.millrace.examples.gateway;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/** What the processes say they did, by the numbers of the events. Thread-safe. */
final class Ledger {

    private final Map<String, Set<Long>> begun = new HashMap<>();
    private final Map<String, Set<Long>> handled = new HashMap<>();
    private final Set<Long> handledByAny = new HashSet<>();
    private final Set<String> ready = new HashSet<>();
    private final Set<String> ended = new HashSet<>();
    private final List<Long> seen = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private long forwarded = -1;
    private long entries;

    /** A line of a process. */
    synchronized void enter(String node, String line) {
        String[] words = line.split(" ", 2);
        try {
            enter(node, words[0], Long.parseLong(words[words.length - 1]));
        } catch (IllegalArgumentException e) {
            faults.add(node + " said \"" + line + "\"");
        }
        entries++;
        notifyAll();
    }

    private void enter(String node, String word, long number) {
        switch (word) {
            case "ready" -> ready.add(node);
            case "began" -> numbers(begun, node).add(number);
            case "handled" -> {
                numbers(handled, node).add(number);
                handledByAny.add(number);
            }
            case "saw" -> seen.add(number);
            case "forwarded" -> forwarded = number;
            case "refused" -> faults.add(node + " could not forward an event, see its log");
            case "missed" -> faults.add(node + " was told of a gap in the topic");
            default -> throw new IllegalArgumentException(word);
        }
    }

    private static Set<Long> numbers(Map<String, Set<Long>> of, String node) {
        return of.computeIfAbsent(node, name -> new TreeSet<>());
    }

    /** A process is gone. */
    synchronized void ended(String node) {
        ended.add(node);
        notifyAll();
    }

    /**
     * Waits until something has been entered.
     *
     * @param patience how long to wait for one more line, whatever it says
     * @return whether it came true
     */
    synchronized boolean await(BooleanSupplier condition, Duration patience) throws InterruptedException {
        long last = entries;
        long since = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (entries != last) {
                last = entries;
                since = System.nanoTime();
            }
            long left = patience.toMillis() - (System.nanoTime() - since) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    synchronized boolean isReady(String node) {
        return ready.contains(node) || ended.contains(node);
    }

    /** Whether it is gone without having been asked to go. */
    synchronized boolean isEnded(String node) {
        return ended.contains(node);
    }

    synchronized Set<Long> handledBy(String node) {
        return Set.copyOf(numbers(handled, node));
    }

    synchronized Set<Long> begunBy(String node) {
        return Set.copyOf(numbers(begun, node));
    }

    synchronized int handledCount() {
        return handledByAny.size();
    }

    synchronized Set<Long> handledByAny() {
        return Set.copyOf(handledByAny);
    }

    synchronized int beganCount(String node) {
        return numbers(begun, node).size();
    }

    synchronized int handledCount(String node) {
        return numbers(handled, node).size();
    }

    /** What the board saw, in that order. */
    synchronized List<Long> seen() {
        return List.copyOf(seen);
    }

    synchronized int seenCount() {
        return seen.size();
    }

    /** How many events the broker has; -1 until the forwarder is done. */
    synchronized long forwarded() {
        return forwarded;
    }

    synchronized List<String> faults() {
        return List.copyOf(faults);
    }
}
