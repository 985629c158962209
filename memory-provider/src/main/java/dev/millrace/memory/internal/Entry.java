package dev.millrace.memory.internal;

import java.time.Instant;
import java.util.Map;

import dev.millrace.BrokerMessage;
import dev.millrace.PayloadCodec;
import dev.millrace.spi.DeadLetterCopy;
import org.jspecify.annotations.Nullable;

/** An entry of a topic. The payload is shared by everyone who reads the entry, and never changed. */
@SuppressWarnings("ArrayRecordComponent")
public record Entry(
        EntryId id, @Nullable String event, byte[] payload, Map<String, String> headers, Instant publishedAt) {

    /** The entry as a handler gets it. */
    public BrokerMessage message(String topic, int deliveries, PayloadCodec codec) {
        return BrokerMessage.builder(topic, payload)
                .id(id.toString())
                .event(event)
                .headers(DeadLetterCopy.visibleHeaders(headers))
                .deliveries(Math.max(1, deliveries))
                .publishedAt(publishedAt)
                .codec(codec)
                .build();
    }

    /** Whether it is not one that was published again for a single group. */
    public boolean isForAll() {
        return DeadLetterCopy.onlyGroup(headers).isEmpty();
    }

    /** The name of the event, empty where it has none. */
    String eventName() {
        return event == null ? "" : event;
    }

    boolean isFor(String group) {
        return DeadLetterCopy.onlyGroup(headers).map(group::equals).orElse(true);
    }
}
