package dev.millrace.memory.internal;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** An entry that a group has read and not acked. While it is on a shelf its fields do not change. */
final class Pending {

    final EntryId id;

    /** The name of its event, empty where it has none. */
    final String event;

    int deliveries;

    /** The failure, or the last renewal of the lease: what the gap and the idle time run from. */
    Instant since = Instant.MIN;

    /** When a handler wished to have it again, sooner than its gap. */
    @Nullable
    Instant wish;

    /** The delivery that has it now. */
    @Nullable
    Lease lease;

    @Nullable
    Shelf shelf;

    Pending(EntryId id, String event) {
        this.id = id;
        this.event = event;
    }

    Instant wish() {
        return wish == null ? Instant.MAX : wish;
    }

    void putOn(Shelf target) {
        takeOff();
        target.add(this);
        shelf = target;
    }

    void takeOff() {
        if (shelf != null) {
            shelf.remove(this);
            shelf = null;
        }
    }
}
