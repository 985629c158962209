package dev.millrace.memory.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/** A group on a topic: how far it has read, and what it has read and not acked. */
public final class Group {

    /** Handed back, or left by a consumer that stopped for good: open to every member when due. */
    final Shelf open = new Shelf();

    /** Handed back before their first delivery: they come before anything new, in topic order. */
    final TreeMap<EntryId, Pending> handedBack = new TreeMap<>();

    final Map<String, GroupConsumer> consumers = new HashMap<>();

    private final String name;
    private final Topic topic;
    private final TreeMap<EntryId, Pending> pending = new TreeMap<>();
    private EntryId lastRead;

    Group(String name, Topic topic, EntryId lastRead) {
        this.name = name;
        this.topic = topic;
        this.lastRead = lastRead;
    }

    /** The group's name. */
    public String name() {
        return name;
    }

    /** Adds a member, which takes over what an earlier one of its consumer name left. */
    public Member join(String consumer, Rules rules) {
        consumers.values().removeIf(GroupConsumer::isGone);
        return new Member(this, consumer(consumer), rules);
    }

    /** A consumer by its name; one that was gone is there again. */
    GroupConsumer consumer(String consumer) {
        return consumers.computeIfAbsent(consumer, GroupConsumer::new);
    }

    /** How many entries are read and not acked. */
    public int pending() {
        return pending.size();
    }

    /** Whether the entry waits for its first delivery. */
    public boolean isUndelivered(EntryId id) {
        return id.compareTo(lastRead) > 0 || handedBack.containsKey(id);
    }

    /** Whether the group has no more use for the entry. */
    boolean isDoneWith(EntryId id) {
        return id.compareTo(lastRead) <= 0 && !pending.containsKey(id);
    }

    boolean isPending(Pending entry) {
        return pending.get(entry.id) == entry;
    }

    void forget(Pending entry) {
        entry.takeOff();
        handedBack.remove(entry.id);
        pending.remove(entry.id);
    }

    @Nullable
    Entry find(EntryId id) {
        return topic.find(id).orElse(null);
    }

    boolean hasNew() {
        return !handedBack.isEmpty() || peekUnread() != null;
    }

    /** The next entry that has had no delivery, pending from now on. */
    Pending takeNew() {
        Map.Entry<EntryId, Pending> returned = handedBack.pollFirstEntry();
        if (returned != null) {
            return returned.getValue();
        }
        Entry entry = peekUnread();
        if (entry == null) {
            throw new IllegalStateException("nothing new in group " + name);
        }
        lastRead = entry.id();
        Pending read = new Pending(entry.id());
        pending.put(read.id, read);
        return read;
    }

    private @Nullable Entry peekUnread() {
        Entry next = topic.after(lastRead);
        while (next != null && !next.isFor(name)) {
            lastRead = next.id();
            next = topic.after(lastRead);
        }
        return next;
    }
}
