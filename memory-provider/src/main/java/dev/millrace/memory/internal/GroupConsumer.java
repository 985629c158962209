package dev.millrace.memory.internal;

/** What a group knows of one consumer name: it outlives its members where they end without leaving. */
final class GroupConsumer {

    final String name;

    /** Failed deliveries that wait for their retry, and what a crash left behind. */
    final Shelf waiting = new Shelf();

    /** In hand, but no longer renewed: for others to claim, not for this consumer to run twice. */
    final Shelf lapsed = new Shelf();

    int members;

    GroupConsumer(String name) {
        this.name = name;
    }

    boolean isGone() {
        return members == 0 && waiting.isEmpty() && lapsed.isEmpty();
    }
}
