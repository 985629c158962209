package dev.millrace.memory.internal;

import java.util.Set;

/** The events that a member handles; none named is all of them. */
record Served(Set<String> events) {

    static final Served ALL = new Served(Set.of());

    boolean handles(String event) {
        return events.isEmpty() || events.contains(event);
    }
}
