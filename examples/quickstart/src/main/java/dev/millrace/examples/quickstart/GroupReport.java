package dev.millrace.examples.quickstart;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.millrace.DeadLetter;

/** One group's part of the {@link Report}, which guards it. */
final class GroupReport {

    private final String name;
    private final Set<String> orders = new HashSet<>();
    private final Set<String> left = new HashSet<>();
    private final Map<String, Runnable> early = new HashMap<>();
    private final List<Long> millis = new ArrayList<>();
    private final List<DeadLetter> deadLetters = new ArrayList<>();
    private int retried;

    /**
     * The group's line of the table.
     *
     * @param retried deliveries beyond the first of each order
     * @param p50 the time from being published to being handled that half of the orders stayed within
     */
    record Row(String group, int handled, int retried, int deadLettered, Duration p50, Duration p99, int left) {}

    GroupReport(String name) {
        this.name = name;
    }

    void expect(String id) {
        if (orders.add(id)) {
            left.add(id);
            Runnable count = early.remove(id);
            if (count != null) {
                finish(id, count);
            }
        }
    }

    void handled(Handled order) {
        finish(order.id(), () -> {
            millis.add(order.millis());
            retried += order.deliveries() - 1;
        });
    }

    void gaveUp(DeadLetter letter) {
        finish(letter.messageId(), () -> {
            deadLetters.add(letter);
            retried += letter.deliveries() - 1;
        });
    }

    /** Counts an order once. A handler may be faster than the news that there is an order. */
    private void finish(String id, Runnable count) {
        if (left.remove(id)) {
            count.run();
        } else if (!orders.contains(id)) {
            early.putIfAbsent(id, count);
        }
    }

    int handled() {
        return millis.size();
    }

    int left() {
        return left.size();
    }

    /** The dead letters, oldest first. */
    List<DeadLetter> deadLetters() {
        return deadLetters;
    }

    Row row() {
        List<Long> sorted = millis.stream().sorted().toList();
        return new Row(
                name, handled(), retried, deadLetters.size(), percentile(sorted, 50), percentile(sorted, 99), left());
    }

    private static Duration percentile(List<Long> sorted, int percent) {
        int rank = (int) Math.ceil(percent / 100.0 * sorted.size());
        return sorted.isEmpty() ? Duration.ZERO : Duration.ofMillis(sorted.get(rank - 1));
    }
}
