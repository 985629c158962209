package dev.millrace.examples.quickstart;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.millrace.DeadLetter;

/**
 * What became of the orders on the topic, whichever process published or handled them. Orders are known by their
 * entry's id, and may be told of twice: a message may be delivered twice.
 */
final class Report {

    private final Map<String, GroupReport> groups = new LinkedHashMap<>();
    private final Set<String> orders = new HashSet<>();
    private final Set<String> notReadBack = new HashSet<>();
    private int published;
    private int inHand;
    private boolean fed;

    Report() {
        Topics.GROUPS.forEach(group -> groups.put(group, new GroupReport(group)));
    }

    /** An order was published by this process. */
    synchronized void published(String id) {
        published++;
        if (addOrder(id)) {
            notReadBack.add(id);
        }
    }

    /** An order was read from the topic, in topic order. */
    synchronized void readBack(String id) {
        addOrder(id);
        notReadBack.remove(id);
        notifyAll();
    }

    private boolean addOrder(String id) {
        groups.values().forEach(group -> group.expect(id));
        return orders.add(id);
    }

    /** This process has published all it had. */
    synchronized void fed() {
        fed = true;
        notifyAll();
    }

    /** A handler of this process has started. */
    synchronized void begun() {
        inHand++;
    }

    /** A handler of this process has ended, well or not. */
    synchronized void ended() {
        inHand--;
    }

    /** A group handled an order. */
    synchronized void handled(Handled order) {
        GroupReport group = groups.get(order.group());
        if (group != null) {
            group.handled(order);
            notifyAll();
        }
    }

    /** A group gave up on an order. */
    synchronized void gaveUp(DeadLetter letter) {
        GroupReport group = groups.get(letter.group());
        if (group != null) {
            group.gaveUp(letter);
            notifyAll();
        }
    }

    /**
     * Waits until every group is done with every order on the topic. What this process published must have come
     * back from the topic first: by then it knows what others had published before.
     */
    synchronized void awaitFinished() throws InterruptedException {
        while (!fed || !notReadBack.isEmpty() || left() > 0) {
            wait();
        }
    }

    /** How many handlers of this process are at work. */
    synchronized int inHand() {
        return inHand;
    }

    /** What is left to do, of all groups together. */
    synchronized int left() {
        return groups.values().stream().mapToInt(GroupReport::left).sum();
    }

    /** Whether each group handled each order or gave it up. */
    synchronized boolean addsUp() {
        return groups.values().stream()
                .allMatch(group -> group.handled() + group.deadLetters().size() == orders.size());
    }

    synchronized int orders() {
        return orders.size();
    }

    synchronized int published() {
        return published;
    }

    /** One line on how far it has come. */
    synchronized String progress() {
        StringBuilder line = new StringBuilder("published " + published + ", in hand " + inHand);
        groups.forEach(
                (name, group) -> line.append(", ").append(name).append(' ').append(group.handled()));
        return line.append(", dead letters ").append(deadLetters().size()).toString();
    }

    synchronized List<DeadLetter> deadLetters() {
        return groups.values().stream()
                .flatMap(group -> group.deadLetters().stream())
                .toList();
    }

    synchronized List<GroupReport.Row> rows() {
        return groups.values().stream().map(GroupReport::row).toList();
    }
}
