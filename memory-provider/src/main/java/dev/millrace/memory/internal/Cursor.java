package dev.millrace.memory.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A broadcast subscriber's place on a topic. It is told of what is trimmed ahead of it. */
public final class Cursor {

    private final Topic topic;
    private EntryId reached;
    private long lost;
    private boolean mayHaveLost;

    /** An entry, and what is missing before it. */
    public record Reading(Entry entry, Optional<Gap> gap) {}

    /**
     * Entries that were trimmed before they were read.
     *
     * @param after up to where nothing is missing
     * @param count empty where they were trimmed before the cursor was there
     */
    public record Gap(EntryId after, OptionalLong count) {}

    /**
     * A place on a topic.
     *
     * @param mayHaveLost whether entries after it were trimmed already
     */
    Cursor(Topic topic, EntryId reached, boolean mayHaveLost) {
        this.topic = topic;
        this.reached = reached;
        this.mayHaveLost = mayHaveLost;
    }

    /** Up to where it has read. */
    public EntryId reached() {
        return reached;
    }

    /** Whether there is something to read. */
    public boolean hasNext() {
        return topic.after(reached) != null;
    }

    /** Reads on, this many entries at most. */
    public List<Reading> next(int count) {
        List<Reading> page = new ArrayList<>();
        for (Entry entry = topic.after(reached); entry != null && page.size() < count; entry = topic.after(reached)) {
            Optional<Gap> gap = gap();
            reached = entry.id();
            page.add(new Reading(entry, gap));
        }
        return page;
    }

    private Optional<Gap> gap() {
        if (lost == 0 && !mayHaveLost) {
            return Optional.empty();
        }
        Gap gap = new Gap(reached, mayHaveLost ? OptionalLong.empty() : OptionalLong.of(lost));
        lost = 0;
        mayHaveLost = false;
        return Optional.of(gap);
    }

    void trimmed(EntryId id) {
        if (id.compareTo(reached) > 0) {
            lost++;
        }
    }

    /** Leaves the topic. */
    public void close() {
        topic.leave(this);
    }
}
