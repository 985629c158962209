package dev.millrace.memory;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import dev.millrace.DeadLetter;
import dev.millrace.DeadLetters;
import dev.millrace.PayloadCodec;
import dev.millrace.memory.internal.Entry;
import dev.millrace.memory.internal.EntryId;
import dev.millrace.memory.internal.Group;
import dev.millrace.memory.internal.Topic;
import dev.millrace.spi.DeadLetterCopy;

/** The dead letters of one topic: the entries of its dead-letter topic, read and moved under the store's lock. */
final class MemoryDeadLetters implements DeadLetters {

    private final String topic;
    private final Store store;
    private final Dispatcher dispatcher;
    private final Runnable requireOpen;

    MemoryDeadLetters(String topic, Store store, Dispatcher dispatcher, Runnable requireOpen) {
        this.topic = topic;
        this.store = store;
        this.dispatcher = dispatcher;
        this.requireOpen = requireOpen;
    }

    @Override
    public long count() {
        requireOpen.run();
        return store.locked(() -> deadTopic().size());
    }

    @Override
    public List<DeadLetter> list(int limit) {
        return after(EntryId.ZERO, limit);
    }

    @Override
    public List<DeadLetter> listAfter(String id, int limit) {
        EntryId last = EntryId.parse(id)
                .orElseThrow(() -> new IllegalArgumentException("dead letters of topic " + topic
                        + ": an id is needed (was \"" + id + "\"). Pass the id of a dead letter, such as 1700-0."));
        return after(last, limit);
    }

    private List<DeadLetter> after(EntryId id, int limit) {
        requireOpen.run();
        if (limit < 1) {
            throw new IllegalArgumentException(
                    "dead letters of topic " + topic + ": the limit must be at least 1 (was " + limit + "). Raise it.");
        }
        return store.locked(() ->
                deadTopic().allAfter(id).stream().limit(limit).map(this::read).toList());
    }

    @Override
    public Optional<DeadLetter> find(String id) {
        requireOpen.run();
        return store.locked(() -> EntryId.parse(id).flatMap(deadTopic()::find).map(this::read));
    }

    @Override
    public boolean requeue(String id) {
        requireOpen.run();
        boolean requeued = store.locked(() -> {
            Optional<Entry> entry = EntryId.parse(id).flatMap(deadTopic()::find);
            entry.ifPresent(this::moveBack);
            return entry.isPresent();
        });
        if (requeued) {
            dispatcher.signal();
        }
        return requeued;
    }

    private Set<String> groups() {
        return store.topic(topic).groups().stream().map(Group::name).collect(Collectors.toSet());
    }

    private void moveBack(Entry entry) {
        DeadLetter letter = read(entry);
        DeadLetterCopy.requireReceiver(letter, groups());
        store.append(topic, entry.event(), entry.payload(), DeadLetterCopy.requeueHeaders(letter));
        deadTopic().remove(entry.id());
    }

    @Override
    public long requeueIf(Predicate<? super DeadLetter> filter) {
        Set<String> groups = store.locked(this::groups);
        return all().stream()
                .filter(letter -> DeadLetterCopy.hasReceiver(letter, groups))
                .filter(filter)
                .filter(letter -> requeue(letter.id()))
                .count();
    }

    @Override
    public boolean purge(String id) {
        requireOpen.run();
        return store.locked(() -> EntryId.parse(id).map(deadTopic()::remove).orElse(false));
    }

    @Override
    public long purgeIf(Predicate<? super DeadLetter> filter) {
        return all().stream()
                .filter(filter)
                .filter(letter -> purge(letter.id()))
                .count();
    }

    /** Copied, since a filter is the caller's code, which must not run under the lock. */
    private List<DeadLetter> all() {
        return after(EntryId.ZERO, Integer.MAX_VALUE);
    }

    private DeadLetter read(Entry entry) {
        String deadLetterTopic = store.settings.deadLetterTopic(topic);
        PayloadCodec codec = store.settings.codec(topic);
        return DeadLetterCopy.read(topic, entry.message(deadLetterTopic, 1, codec), codec);
    }

    private Topic deadTopic() {
        return store.topic(store.settings.deadLetterTopic(topic));
    }
}
