package dev.millrace;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** The message of every provider. */
final class ReceivedMessage implements BrokerMessage {

    private final String id;
    private final String topic;
    private final @Nullable String event;
    private final byte[] payload;
    private final Map<String, String> headers;
    private final int deliveries;
    private final Instant publishedAt;
    private final PayloadCodec codec;

    ReceivedMessage(Builder builder) {
        this.id = builder.id;
        this.topic = builder.topic;
        this.event = builder.event;
        this.payload = builder.payload;
        this.headers = Collections.unmodifiableMap(new LinkedHashMap<>(builder.headers));
        this.deliveries = builder.deliveries;
        this.publishedAt = builder.publishedAt;
        this.codec = builder.codec == null ? PayloadCodec.jsonb() : builder.codec;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String topic() {
        return topic;
    }

    @Override
    public Optional<String> event() {
        return Optional.ofNullable(event);
    }

    @Override
    public byte[] payload() {
        return payload.clone();
    }

    @Override
    public String text() {
        return Utf8.decode(payload);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T json(TypeToken<T> type) {
        contentType().ifPresent(this::refuseIfForeign);
        return (T) codec.decode(payload, type.type());
    }

    private Optional<String> contentType() {
        String exact = headers.get(PayloadCodec.CONTENT_TYPE);
        return exact != null
                ? Optional.of(exact)
                : headers.entrySet().stream()
                        .filter(header -> header.getKey().equalsIgnoreCase(PayloadCodec.CONTENT_TYPE))
                        .map(Map.Entry::getValue)
                        .findFirst();
    }

    private void refuseIfForeign(String marked) {
        if (!marked.equals(codec.contentType()) && MediaType.of(marked).namesFormat() && !codec.accepts(marked)) {
            throw new PayloadException(
                    "Message " + id + " of topic " + topic + ": the payload is marked " + marked
                            + ", and the topic's codec here reads " + codec.contentType()
                            + ". Choose one codec for the topic on both sides.",
                    null);
        }
    }

    @Override
    public Map<String, String> headers() {
        return headers;
    }

    @Override
    public int deliveries() {
        return deliveries;
    }

    @Override
    public Instant publishedAt() {
        return publishedAt;
    }

    /** Where the message is and how big; never what is in it, so that it can be logged. */
    @Override
    public String toString() {
        return "BrokerMessage[topic=" + topic + ", id=" + id + (event == null ? "" : ", event=" + event)
                + ", deliveries=" + deliveries + ", " + payload.length + " bytes]";
    }
}
