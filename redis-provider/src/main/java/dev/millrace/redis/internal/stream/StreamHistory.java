package dev.millrace.redis.internal.stream;

import java.util.List;

import dev.millrace.BrokerMessage;
import dev.millrace.Codecs;
import dev.millrace.spi.DeadLetterCopy;

/** What topics hold, read without a group. */
public final class StreamHistory {

    private final StreamCommands commands;
    private final TopicKeys keys;
    private final Codecs codecs;

    /** The history of a server's topics. */
    public StreamHistory(StreamCommands commands, TopicKeys keys, Codecs codecs) {
        this.commands = commands;
        this.keys = keys;
        this.codecs = codecs;
    }

    /** As {@link dev.millrace.Broker#history} says. */
    public List<BrokerMessage> of(String topic, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count: must be at least 1 (was " + count + "). Raise it.");
        }
        return Asked.of("History of topic " + topic, () -> commands.newest(keys.stream(topic), count)).stream()
                .map(EntryFields::read)
                .filter(reading -> reading.problem().isEmpty())
                .map(reading -> reading.message(
                        topic, DeadLetterCopy.visibleHeaders(reading.headers()), 1, codecs.codec(topic)))
                .toList();
    }
}
