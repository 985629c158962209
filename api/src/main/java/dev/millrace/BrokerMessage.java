package dev.millrace;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A message as a handler gets it. Immutable and thread-safe, except that the one which is injected speaks
 * for the delivery of the thread that calls it and throws {@link IllegalStateException} without one.
 *
 * <p>An interface so that it can be injected; made by providers, and by tests, with {@link #builder}.
 */
public interface BrokerMessage {

    /**
     * The broker's id for the entry. Stable over redeliveries of this entry, but not a key to tell
     * duplicates by: a message that is published again, by a caller or out of the dead letters, gets
     * another.
     */
    String id();

    /** The topic. */
    String topic();

    /** The event's name, where the publisher gave one. */
    Optional<String> event();

    /** A copy of the payload, exactly as published. */
    byte[] payload();

    /**
     * The payload as text.
     *
     * @throws PayloadException if it is not well-formed UTF-8; {@link #payload()} still reads it
     */
    String text();

    /**
     * The payload decoded by the topic's {@link PayloadCodec}, JSON-B by default.
     *
     * @throws PayloadException if the payload does not fit the type, or is marked as another codec's
     * @throws IllegalStateException if no JSON-B implementation is on the class path
     */
    <T> T json(TypeToken<T> type);

    /**
     * The payload decoded by the topic's {@link PayloadCodec}, JSON-B by default.
     *
     * @throws PayloadException if the payload does not fit the type, or is marked as another codec's
     * @throws IllegalStateException if no JSON-B implementation is on the class path
     */
    @SuppressWarnings("unchecked")
    default <T> T json(Class<T> type) {
        return (T) json(TypeToken.of(type));
    }

    /** All headers, unmodifiable, names exactly as sent. */
    Map<String, String> headers();

    /** A header by its exact name. */
    default Optional<String> header(String name) {
        return Optional.ofNullable(headers().get(name));
    }

    /** Which delivery of this entry to its group this is: 1 on the first. */
    int deliveries();

    /** When the broker accepted the message, by the broker's clock. */
    Instant publishedAt();

    /** A message to be built by a provider, or by a test that calls a handler. The payload is taken as it is. */
    static Builder builder(String topic, byte[] payload) {
        return new Builder(topic, payload);
    }

    /** Builds a message; not thread-safe. */
    final class Builder {

        final String topic;
        final byte[] payload;
        final Map<String, String> headers = new LinkedHashMap<>();
        String id = "0-0";

        @Nullable
        String event;

        int deliveries = 1;
        Instant publishedAt = Instant.EPOCH;

        @Nullable
        PayloadCodec codec;

        Builder(String topic, byte[] payload) {
            this.topic = Require.notBlank("topic", topic);
            this.payload = Require.notNull("payload", payload);
        }

        /** The entry's id, {@code 0-0} if not set. */
        public Builder id(String value) {
            this.id = Require.notNull("id", value);
            return this;
        }

        /** The event's name, {@code null} for none. */
        public Builder event(@Nullable String value) {
            this.event = value;
            return this;
        }

        /** Adds a header. */
        public Builder header(String name, String value) {
            headers.put(Require.notNull("header name", name), Require.notNull("header " + name, value));
            return this;
        }

        /** Adds headers. */
        public Builder headers(Map<String, String> values) {
            values.forEach(this::header);
            return this;
        }

        /** Which delivery this is, 1 if not set. */
        public Builder deliveries(int value) {
            this.deliveries = Require.atLeast("deliveries", 1, value);
            return this;
        }

        /** When the broker accepted the message, the epoch if not set. */
        public Builder publishedAt(Instant value) {
            this.publishedAt = Require.notNull("publishedAt", value);
            return this;
        }

        /** What decodes the payload, JSON-B if not set. */
        public Builder codec(PayloadCodec value) {
            this.codec = Require.notNull("codec", value);
            return this;
        }

        /** The message. */
        public BrokerMessage build() {
            return new ReceivedMessage(this);
        }
    }
}
