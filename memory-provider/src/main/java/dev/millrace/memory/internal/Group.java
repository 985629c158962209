package dev.millrace.memory.internal;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import dev.millrace.ConsumerOptions;
import org.jspecify.annotations.Nullable;

/** A group on a topic: how far it has read, and what it has read and not acked. */
public final class Group {

    /** Handed back, or left by a consumer that stopped for good: open to every member when due. */
    final Shelf open = new Shelf();

    final Returned returned = new Returned();

    final Map<String, GroupConsumer> consumers = new HashMap<>();

    private final String name;
    private final Topic topic;
    private final TreeMap<EntryId, Pending> pending = new TreeMap<>();
    private final Set<Member> members = new LinkedHashSet<>();
    private EntryId lastRead;
    private long lost;

    Group(String name, Topic topic, EntryId lastRead) {
        this.name = name;
        this.topic = topic;
        this.lastRead = lastRead;
    }

    /** The group's name. */
    public String name() {
        return name;
    }

    /** Adds a member for the whole topic, without an order by key. */
    Member join(String consumer, Rules rules) {
        return join(consumer, rules, ConsumerOptions.group(name));
    }

    /**
     * Adds a member, which takes over what an earlier one of its consumer name left.
     *
     * @param options which events it handles, and by which header it keeps messages in order
     */
    public Member join(String consumer, Rules rules, ConsumerOptions options) {
        consumers.values().removeIf(GroupConsumer::isGone);
        Member member = new Member(this, consumer(consumer), rules, options);
        members.add(member);
        return member;
    }

    void left(Member member) {
        members.remove(member);
    }

    /** Whether a live member handles an event. */
    boolean isServed(String event) {
        return members.stream().anyMatch(member -> member.served.handles(event));
    }

    /** A consumer by its name; one that was gone is there again. */
    GroupConsumer consumer(String consumer) {
        return consumers.computeIfAbsent(consumer, GroupConsumer::new);
    }

    /** How many entries are read and not acked. */
    public int pending() {
        return pending.size();
    }

    /** Whether it has a live member. */
    public boolean isServed() {
        return !members.isEmpty();
    }

    /** Whether it has read everything and has nothing pending. */
    public boolean isDone() {
        return pending.isEmpty() && topic.after(lastRead) == null;
    }

    /** How many entries were trimmed before it was done with them. */
    public long lost() {
        return lost;
    }

    void loseOne() {
        lost++;
    }

    /** Whether the entry waits for its first delivery. */
    public boolean isUndelivered(EntryId id) {
        return id.compareTo(lastRead) > 0 || returned.contains(id);
    }

    /** Whether the group has no more use for the entry. */
    boolean isDoneWith(EntryId id) {
        return id.compareTo(lastRead) <= 0 && !pending.containsKey(id);
    }

    boolean isPending(Pending entry) {
        return pending.get(entry.id) == entry;
    }

    boolean isWaiting(EntryId id, GroupConsumer consumer) {
        Pending entry = pending.get(id);
        return entry != null && entry.shelf == consumer.waiting;
    }

    void forget(Pending entry) {
        entry.takeOff();
        returned.remove(entry);
        pending.remove(entry.id);
    }

    @Nullable
    Entry find(EntryId id) {
        return topic.find(id).orElse(null);
    }

    /** Whether there is something for a member that has had no delivery: of its events, or of those nobody handles. */
    boolean hasNew(Member member) {
        return returned.first(member::takes) != null || peekUnread(member) != null;
    }

    /** The next entry for a member that has had no delivery, pending from now on. */
    Pending takeNew(Member member) {
        Pending before = returned.first(member::takes);
        if (before != null) {
            returned.remove(before);
            return before;
        }
        Entry entry = peekUnread(member);
        if (entry == null) {
            throw new IllegalStateException("nothing new in group " + name);
        }
        return read(entry);
    }

    private Pending read(Entry entry) {
        lastRead = entry.id();
        Pending read = new Pending(entry.id(), entry.eventName());
        pending.put(read.id, read);
        return read;
    }

    /** The next that is not read and for this member; what is for others of the group is left to them. */
    private @Nullable Entry peekUnread(Member member) {
        Entry next = topic.after(lastRead);
        while (next != null && !(next.isFor(name) && member.takes(next.eventName()))) {
            if (next.isFor(name)) {
                returned.add(read(next));
                member.leftSomething();
            }
            lastRead = next.id();
            next = topic.after(lastRead);
        }
        return next;
    }
}
