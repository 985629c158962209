package dev.millrace.memory.internal;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** An entry and when it may be taken again. */
record Due(Pending pending, Instant at) {

    static @Nullable Due earlier(@Nullable Due one, @Nullable Due other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        int order = other.at.compareTo(one.at);
        return order < 0 || (order == 0 && other.pending.id.compareTo(one.pending.id) < 0) ? other : one;
    }
}
