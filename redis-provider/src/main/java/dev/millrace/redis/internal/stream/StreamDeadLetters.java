package dev.millrace.redis.internal.stream;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import dev.millrace.BrokerMessage;
import dev.millrace.DeadLetter;
import dev.millrace.DeadLetters;
import dev.millrace.PayloadCodec;
import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.spi.DeadLetterCopy;

/** The dead letters of one topic, read from their stream. */
public final class StreamDeadLetters implements DeadLetters {

    private static final int PAGE = 100;

    private final StreamCommands commands;
    private final PayloadCodec codec;
    private final String topic;
    private final String topicKey;
    private final String deadKey;

    /** The dead letters of a topic. */
    public StreamDeadLetters(StreamCommands commands, TopicKeys keys, PayloadCodec codec, String topic) {
        this.commands = commands;
        this.codec = codec;
        this.topic = topic;
        this.topicKey = keys.stream(topic);
        this.deadKey = keys.deadLetters(topic);
    }

    @Override
    public long count() {
        return asked(() -> commands.length(deadKey));
    }

    @Override
    public List<DeadLetter> list(int limit) {
        return page("-", "+", limit);
    }

    @Override
    public List<DeadLetter> listAfter(String id, int limit) {
        return page("(" + checked(id), "+", limit);
    }

    @Override
    public Optional<DeadLetter> find(String id) {
        return isId(id) ? page(id, id, 1).stream().findFirst() : Optional.empty();
    }

    private List<DeadLetter> page(String from, String to, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit: must be at least 1 (was " + limit + "). Raise it.");
        }
        return asked(() -> commands.range(deadKey, from, to, limit)).stream()
                .map(this::read)
                .toList();
    }

    private DeadLetter read(StreamEntry entry) {
        EntryFields.Reading reading = EntryFields.read(entry);
        BrokerMessage copy = reading.message(topic, reading.headers(), 1, codec);
        return DeadLetterCopy.read(topic, copy, codec);
    }

    @Override
    public boolean requeue(String id) {
        Optional<DeadLetter> found = find(id);
        found.ifPresent(letter -> DeadLetterCopy.requireReceiver(letter, groups()));
        return found.filter(this::moveBack).isPresent();
    }

    private Set<String> groups() {
        return asked(() -> commands.groups(topicKey)).stream()
                .map(StreamCommands.GroupRow::name)
                .collect(Collectors.toSet());
    }

    private boolean moveBack(DeadLetter letter) {
        String headers = HeaderJson.write(DeadLetterCopy.requeueHeaders(letter));
        return toChange(letter.id(), () -> commands.requeue(deadKey, topicKey, letter.id(), headers));
    }

    @Override
    public long requeueIf(Predicate<? super DeadLetter> filter) {
        Set<String> groups = groups();
        return eachNow(letter ->
                DeadLetterCopy.hasReceiver(letter, groups) && filter.test(letter) && moveBack(letter) ? 1 : 0);
    }

    @Override
    public boolean purge(String id) {
        return isId(id) && toChange(id, () -> commands.delete(deadKey, id));
    }

    @Override
    public long purgeIf(Predicate<? super DeadLetter> filter) {
        return eachNow(letter -> filter.test(letter) && purge(letter.id()) ? 1 : 0);
    }

    /** Goes through those that are there now: what dies again meanwhile must not be gone through for ever. */
    private long eachNow(ToLongFunction<DeadLetter> action) {
        Optional<String> last = asked(() -> commands.newest(deadKey));
        if (last.isEmpty()) {
            return 0;
        }
        long sum = 0;
        String from = "-";
        List<DeadLetter> page;
        do {
            page = page(from, last.get(), PAGE);
            for (DeadLetter letter : page) {
                sum += action.applyAsLong(letter);
                from = "(" + letter.id();
            }
        } while (page.size() == PAGE);
        return sum;
    }

    private static String checked(String id) {
        if (!isId(id)) {
            throw new IllegalArgumentException(
                    "id: the id of a dead letter is needed (was \"" + id + "\"). Take it from DeadLetter.id().");
        }
        return id;
    }

    /** Whether an id is whole: the server takes half of one for all of its millisecond. */
    private static boolean isId(String id) {
        return EntryId.read(id).isPresent();
    }

    private <T> T toChange(String id, Supplier<T> command) {
        return Asked.toChange("Dead letter " + id + " of topic " + topic, command);
    }

    private <T> T asked(Supplier<T> command) {
        return Asked.of("Dead letters of topic " + topic, command);
    }
}
