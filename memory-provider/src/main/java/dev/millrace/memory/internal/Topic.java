package dev.millrace.memory.internal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import dev.millrace.Position;
import dev.millrace.StartAt;
import org.jspecify.annotations.Nullable;

/** A topic: its entries in order, and the groups that read it. Every step costs the logarithm of its size. */
public final class Topic {

    /** A topic counts as new while its first group is younger than this. */
    private static final Duration NEW_FOR = Duration.ofMinutes(10);

    private record Key(EntryId id, Instant at) {}

    private final TreeMap<EntryId, Entry> entries = new TreeMap<>();
    private final Map<String, Group> groups = new HashMap<>();
    private final LinkedHashMap<String, Key> keys = new LinkedHashMap<>();
    private final List<Cursor> cursors = new ArrayList<>();
    private EntryId lastId = EntryId.ZERO;
    private EntryId trimmedUpTo = EntryId.ZERO;
    private @Nullable Instant firstGroupAt;

    /** Appends an entry. */
    public Entry append(Instant now, @Nullable String event, byte[] payload, Map<String, String> headers) {
        lastId = lastId.next(now);
        Entry entry = new Entry(lastId, event, payload, headers, now);
        entries.put(lastId, entry);
        return entry;
    }

    /** The entry that was published under the key within the window. */
    public Optional<EntryId> publishedUnder(String key, Instant now, Duration window) {
        Instant oldest = now.minus(window);
        Iterator<Key> known = keys.values().iterator();
        while (known.hasNext() && !known.next().at().isAfter(oldest)) {
            known.remove();
        }
        return Optional.ofNullable(keys.get(key)).map(Key::id);
    }

    /** Remembers the key an entry was published under. */
    public void remember(String key, Entry entry) {
        keys.put(key, new Key(entry.id(), entry.publishedAt()));
    }

    /** The group; created where it does not exist, at the position asked for. */
    public GroupStart group(String name, StartAt startAt, Instant now) {
        Group existing = groups.get(name);
        if (existing != null) {
            return new GroupStart(existing, GroupStart.Position.EXISTING, 0);
        }
        boolean fromBeginning = switch (startAt) {
            case EARLIEST -> true;
            case LATEST -> false;
            case AUTO -> isNew(now);
        };
        if (firstGroupAt == null) {
            firstGroupAt = now;
        }
        Group group = new Group(name, this, fromBeginning ? EntryId.ZERO : lastId);
        groups.put(name, group);
        return fromBeginning
                ? new GroupStart(group, GroupStart.Position.BEGINNING, 0)
                : new GroupStart(group, GroupStart.Position.PRESENT, entries.size());
    }

    private boolean isNew(Instant now) {
        return firstGroupAt == null || now.isBefore(firstGroupAt.plus(NEW_FOR));
    }

    /**
     * A new broadcast subscriber's place.
     *
     * @throws IllegalArgumentException if it is after an id that is none
     */
    public Cursor cursor(Position from) {
        EntryId reached = EntryId.ZERO;
        if (from instanceof Position.Latest) {
            reached = lastId;
        } else if (from instanceof Position.After after) {
            reached = EntryId.parse(after.id())
                    .orElseThrow(() -> new IllegalArgumentException("position: the id of a message is needed (was \""
                            + after.id() + "\"). Take it from BrokerMessage.id()."));
        } else if (from instanceof Position.At at) {
            reached = EntryId.before(at.instant());
        }
        // Who starts at whatever is oldest misses nothing that was before.
        boolean mayHaveLost = !(from instanceof Position.Earliest) && trimmedUpTo.compareTo(reached) > 0;
        Cursor cursor = new Cursor(this, reached, mayHaveLost);
        cursors.add(cursor);
        return cursor;
    }

    void leave(Cursor cursor) {
        cursors.remove(cursor);
    }

    /** The id of the newest entry there ever was. */
    public EntryId lastId() {
        return lastId;
    }

    /** The newest entries, oldest first. */
    public List<Entry> newest(int count) {
        List<Entry> newest = new ArrayList<>();
        Iterator<Entry> backwards = entries.descendingMap().values().iterator();
        while (backwards.hasNext() && newest.size() < count) {
            newest.add(backwards.next());
        }
        Collections.reverse(newest);
        return newest;
    }

    /** The groups. */
    public Collection<Group> groups() {
        return Collections.unmodifiableCollection(groups.values());
    }

    /** How many entries there are. */
    public int size() {
        return entries.size();
    }

    /** How many idempotency keys are remembered. */
    public int keys() {
        return keys.size();
    }

    /** An entry, where it is still there. */
    public Optional<Entry> find(EntryId id) {
        return Optional.ofNullable(entries.get(id));
    }

    /** The entries after an id, oldest first: a view. */
    public Collection<Entry> allAfter(EntryId id) {
        return entries.tailMap(id, false).values();
    }

    @Nullable
    Entry after(EntryId id) {
        Map.Entry<EntryId, Entry> next = entries.higherEntry(id);
        return next == null ? null : next.getValue();
    }

    /** Removes an entry, whoever has it pending; returns whether it was there. */
    public boolean remove(EntryId id) {
        return entries.remove(id) != null;
    }

    /**
     * Removes the oldest entries beyond the length.
     *
     * @param unacked whether they go even if some group is not done with them; if not, up to the first such
     * @return the groups that lost some
     */
    public Set<Group> trim(long maxLength, boolean unacked) {
        Set<Group> losers = Set.of();
        while (entries.size() > maxLength) {
            EntryId oldest = entries.firstKey();
            List<Group> undone = undone(oldest);
            if (!undone.isEmpty()) {
                if (!unacked) {
                    break;
                }
                losers = losers.isEmpty() ? new HashSet<>() : losers;
                losers.addAll(undone);
                undone.forEach(Group::loseOne);
            }
            entries.remove(oldest);
            trimmedUpTo = oldest;
            cursors.forEach(cursor -> cursor.trimmed(oldest));
        }
        return losers;
    }

    private List<Group> undone(EntryId id) {
        List<Group> undone = List.of();
        for (Group group : groups.values()) {
            if (!group.isDoneWith(id)) {
                undone = undone.isEmpty() ? new ArrayList<>() : undone;
                undone.add(group);
            }
        }
        return undone;
    }

    /** How many entries were trimmed before a group was done with them; zero where there is no such group. */
    public long lost(String group) {
        Group known = groups.get(group);
        return known == null ? 0 : known.lost();
    }
}
