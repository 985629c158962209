package dev.millrace;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A message to publish: topic, payload, headers. Immutable; each method returns a changed copy. The payload
 * object is encoded when it is published, so leave it unchanged until then.
 */
public final class OutgoingMessage {

    private final String topic;
    private final Object payload;
    private final Map<String, String> headers;
    private final @Nullable String event;
    private final @Nullable String idempotencyKey;

    private OutgoingMessage(
            String topic,
            Object payload,
            Map<String, String> headers,
            @Nullable String event,
            @Nullable String idempotencyKey) {
        this.topic = topic;
        this.payload = payload;
        this.headers = headers;
        this.event = event;
        this.idempotencyKey = idempotencyKey;
    }

    /**
     * A message without headers.
     *
     * @param payload a {@link CharSequence} (sent as its UTF-8 text), a {@code byte[]} (sent as it is), or
     *     anything the topic's {@link PayloadCodec} can encode
     * @throws IllegalArgumentException if the topic is null or blank, or the payload null
     */
    public static OutgoingMessage to(String topic, Object payload) {
        Require.notBlank("topic", topic);
        Require.notNull("payload of topic " + topic, payload);
        return new OutgoingMessage(topic, payload, Map.of(), null, null);
    }

    /**
     * A message that tells of an event, named by the {@link EventName} of the payload's class, or else by the
     * full name of that class.
     *
     * @throws IllegalArgumentException if the topic is null or blank, the payload null, or the name blank
     */
    public static OutgoingMessage event(String topic, Object payload) {
        OutgoingMessage message = to(topic, payload);
        // A constant of an enum that has a body is of a class of its own.
        Class<?> type = payload instanceof Enum<?> constant ? constant.getDeclaringClass() : payload.getClass();
        EventName name = type.getAnnotation(EventName.class);
        return message.event(name == null ? type.getName() : name.value());
    }

    /**
     * Adds a header, or replaces the one of exactly that name. Any name and value is carried as it is, but for
     * {@link DeadLetterHeaders#REQUEUED_TO}, by which the message is for one group only and which no handler sees.
     *
     * @throws IllegalArgumentException if the name or the value is null
     */
    public OutgoingMessage header(String name, String value) {
        return headers(Collections.singletonMap(name, value));
    }

    /**
     * Adds headers, replacing those of the same names.
     *
     * @throws IllegalArgumentException if the map, or a name or value in it, is null
     */
    public OutgoingMessage headers(Map<String, String> added) {
        Require.notNull("headers of topic " + topic, added);
        Map<String, String> all = new LinkedHashMap<>(headers);
        added.forEach((name, value) -> {
            Require.notNull("header name of topic " + topic, name);
            Require.notNull("header " + name + " of topic " + topic, value);
            all.put(name, value);
        });
        return new OutgoingMessage(topic, payload, Collections.unmodifiableMap(all), event, idempotencyKey);
    }

    /**
     * Names the event that the message tells of.
     *
     * @throws IllegalArgumentException if the name is null or blank
     */
    public OutgoingMessage event(String name) {
        return new OutgoingMessage(topic, payload, headers, Require.notBlank("event", name), idempotencyKey);
    }

    /**
     * Gives the publication a key by which the broker knows it again: published twice within the
     * idempotency window (2 minutes by default), the topic holds one entry, and both calls return its id.
     * Keys are kept per topic. A failover of the broker may forget them.
     *
     * @throws IllegalArgumentException if the key is null or blank
     */
    public OutgoingMessage idempotencyKey(String key) {
        return new OutgoingMessage(topic, payload, headers, event, Require.notBlank("idempotencyKey", key));
    }

    /** The topic to publish to. */
    public String topic() {
        return topic;
    }

    /** The payload as it was given. */
    public Object payload() {
        return payload;
    }

    /** The headers, unmodifiable, in the order they were added. */
    public Map<String, String> headers() {
        return headers;
    }

    /** The event's name, where the message has one. */
    public Optional<String> event() {
        return Optional.ofNullable(event);
    }

    /** The key for repeated publications, where the message has one. */
    public Optional<String> idempotencyKey() {
        return Optional.ofNullable(idempotencyKey);
    }

    /**
     * The payload as bytes: text in UTF-8, a copy of bytes, anything else by the codec.
     *
     * @throws IllegalArgumentException if the codec cannot encode the payload, or a text holds half a
     *     surrogate pair, which UTF-8 cannot carry
     */
    public byte[] encode(PayloadCodec codec) {
        if (payload instanceof byte[] bytes) {
            return bytes.clone();
        }
        return payload instanceof CharSequence text ? Utf8.encode(text.toString()) : codec.encode(payload);
    }

    /**
     * The headers to be written: these, and the content type of what the codec encodes, unless one of these
     * is a {@link PayloadCodec#CONTENT_TYPE} in whatever case. Text is marked where the codec would not read
     * text; bytes never are, since only their sender knows what they are.
     */
    public Map<String, String> headersFor(PayloadCodec codec) {
        boolean asTheyAre = payload instanceof byte[]
                || (payload instanceof CharSequence && codec.accepts(TextCodec.TEXT))
                || headers.keySet().stream().anyMatch(PayloadCodec.CONTENT_TYPE::equalsIgnoreCase);
        if (asTheyAre) {
            return headers;
        }
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(PayloadCodec.CONTENT_TYPE, payload instanceof CharSequence ? TextCodec.TEXT : codec.contentType());
        return Collections.unmodifiableMap(all);
    }

    /** Topic, event and header names; never a payload or a header's value, so that it can be logged. */
    @Override
    public String toString() {
        return "OutgoingMessage[topic=" + topic + (event == null ? "" : ", event=" + event) + ", headers="
                + headers.keySet() + "]";
    }
}
