package dev.millrace.redis.internal.stream;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.millrace.BrokerMessage;
import dev.millrace.OutgoingMessage;
import dev.millrace.PayloadCodec;

/**
 * A message as the fields of an entry: {@code payload}, its bytes as they are; {@code headers}, a JSON
 * object of strings, which may be missing; {@code event}, optional. What XADD by hand can write.
 */
public final class EntryFields {

    private static final String PAYLOAD = "payload";
    private static final String HEADERS = "headers";
    private static final String EVENT = "event";

    private EntryFields() {}

    /** What could be read of an entry. */
    public static final class Reading {

        private final StreamEntry entry;
        private final Map<String, String> headers;
        private final Optional<String> problem;

        Reading(StreamEntry entry, Map<String, String> headers, Optional<String> problem) {
            this.entry = entry;
            this.headers = headers;
            this.problem = problem;
        }

        String id() {
            return entry.id();
        }

        /** Whether both were read of one entry. */
        boolean isSameAs(Reading other) {
            return entry.isSameAs(other.entry);
        }

        /** The name of the event, empty where there is none. */
        String event() {
            byte[] event = entry.fields().get(EVENT);
            return event == null ? "" : new String(event, StandardCharsets.UTF_8);
        }

        /** All headers, those included that handlers do not see. */
        public Map<String, String> headers() {
            return headers;
        }

        /** Why the entry is malformed; empty where it is not. */
        public Optional<String> problem() {
            return problem;
        }

        /** Whether there are headers that could not be read. */
        boolean hasMalformedHeaders() {
            return problem.isPresent() && headers.isEmpty() && entry.fields().containsKey(HEADERS);
        }

        /** The message, with the headers that are to be shown. */
        public BrokerMessage message(String topic, Map<String, String> shown, int deliveries, PayloadCodec codec) {
            byte[] event = entry.fields().get(EVENT);
            return BrokerMessage.builder(topic, entry.fields().getOrDefault(PAYLOAD, new byte[0]))
                    .id(entry.id())
                    .event(event == null ? null : new String(event, StandardCharsets.UTF_8))
                    .headers(shown)
                    .deliveries(Math.max(1, deliveries))
                    .publishedAt(entry.publishedAt())
                    .codec(codec)
                    .build();
        }
    }

    /**
     * The fields of a message.
     *
     * @throws IllegalArgumentException if the codec cannot encode the payload
     */
    public static Map<String, byte[]> of(OutgoingMessage message, PayloadCodec codec) {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        fields.put(PAYLOAD, message.encode(codec));
        Map<String, String> headers = message.headersFor(codec);
        if (!headers.isEmpty()) {
            fields.put(HEADERS, Resp.bytes(HeaderJson.write(headers)));
        }
        message.event().ifPresent(event -> fields.put(EVENT, Resp.bytes(event)));
        return fields;
    }

    /** Reads an entry, as far as it can be read. */
    public static Reading read(StreamEntry entry) {
        Optional<String> problem = entry.fields().containsKey(PAYLOAD)
                ? Optional.empty()
                : Optional.of("it has no field \"" + PAYLOAD + "\"");
        byte[] headers = entry.fields().get(HEADERS);
        if (headers == null) {
            return new Reading(entry, Map.of(), problem);
        }
        try {
            return new Reading(entry, HeaderJson.read(headers), problem);
        } catch (IllegalArgumentException e) {
            String malformed = "its field \"" + HEADERS + "\" is no JSON object of strings (" + e.getMessage() + ")";
            return new Reading(entry, Map.of(), Optional.of(malformed));
        }
    }
}
