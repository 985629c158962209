package dev.millrace.spi;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.millrace.BrokerMessage;
import dev.millrace.DeadLetter;
import dev.millrace.DeadLetter.Reason;
import dev.millrace.DeadLetterHeaders;
import dev.millrace.PayloadCodec;
import org.jspecify.annotations.Nullable;

/** The form of a dead letter: written as headers on a copy of the message, and read back. Pure. */
public final class DeadLetterCopy {

    private static final int MESSAGE_BYTES = 1024;

    /** By name, not by prefix: a header of the application's own is none of ours, whatever it begins with. */
    private static final Set<String> ADDED = Set.of(
            DeadLetterHeaders.REASON,
            DeadLetterHeaders.TOPIC,
            DeadLetterHeaders.GROUP,
            DeadLetterHeaders.ID,
            DeadLetterHeaders.CONSUMER,
            DeadLetterHeaders.DELIVERIES,
            DeadLetterHeaders.EXCEPTION,
            DeadLetterHeaders.MESSAGE,
            DeadLetterHeaders.AT,
            DeadLetterHeaders.REQUEUED_TO);

    private DeadLetterCopy() {}

    /**
     * The headers of the copy: the message's own, without those of an earlier death, and why it died.
     *
     * @param failure the last failure, {@code null} where none is known
     */
    public static Map<String, String> headers(
            BrokerMessage message,
            Reason reason,
            String group,
            String consumer,
            @Nullable Throwable failure,
            Instant at) {
        Map<String, String> headers = ownHeaders(message.headers());
        headers.put(
                DeadLetterHeaders.REASON, reason.name().toLowerCase(Locale.ROOT).replace('_', '-'));
        headers.put(DeadLetterHeaders.TOPIC, message.topic());
        headers.put(DeadLetterHeaders.GROUP, group);
        headers.put(DeadLetterHeaders.ID, message.id());
        headers.put(DeadLetterHeaders.CONSUMER, consumer);
        headers.put(DeadLetterHeaders.DELIVERIES, Integer.toString(message.deliveries()));
        if (failure != null) {
            headers.put(DeadLetterHeaders.EXCEPTION, failure.getClass().getName());
            if (failure.getMessage() != null) {
                headers.put(DeadLetterHeaders.MESSAGE, cut(failure.getMessage()));
            }
        }
        headers.put(DeadLetterHeaders.AT, at.toString());
        return headers;
    }

    /**
     * The headers with which a dead letter is published to its topic again: its own, and the group it is
     * for. Where another program left out the group it is for all of them: addressed to nobody it would be
     * lost.
     */
    public static Map<String, String> requeueHeaders(DeadLetter letter) {
        Map<String, String> headers = new LinkedHashMap<>(letter.message().headers());
        if (!letter.group().isEmpty()) {
            headers.put(DeadLetterHeaders.REQUEUED_TO, letter.group());
        }
        return headers;
    }

    /** Whether anybody would get it, requeued: the topic has its group, or it is for all of them. */
    public static boolean hasReceiver(DeadLetter letter, Set<String> groups) {
        return letter.group().isEmpty() || groups.contains(letter.group());
    }

    /**
     * Refuses what would be handled by nobody and trimmed some day.
     *
     * @throws IllegalStateException if the topic has not its group
     */
    public static void requireReceiver(DeadLetter letter, Set<String> groups) {
        if (!hasReceiver(letter, groups)) {
            throw new IllegalStateException("Dead letter " + letter.id() + " of topic " + letter.topic()
                    + ": its group is not there (was " + letter.group() + "; groups: "
                    + (groups.isEmpty() ? "none" : String.join(", ", new TreeSet<>(groups)))
                    + "). It was left as it is. Start a handler of that group first, or purge it.");
        }
    }

    /** The one group that an entry is for, where it was requeued out of the dead letters. */
    public static Optional<String> onlyGroup(Map<String, String> headers) {
        return Optional.ofNullable(headers.get(DeadLetterHeaders.REQUEUED_TO));
    }

    /** The headers as a handler sees them: without the reserved one. */
    public static Map<String, String> visibleHeaders(Map<String, String> headers) {
        if (!headers.containsKey(DeadLetterHeaders.REQUEUED_TO)) {
            return headers;
        }
        Map<String, String> visible = new LinkedHashMap<>(headers);
        visible.remove(DeadLetterHeaders.REQUEUED_TO);
        return visible;
    }

    /**
     * Reads an entry of a dead-letter topic. What another program left out is filled in: the reason is
     * unknown, the group and the consumer empty, the deliveries 0.
     *
     * @param topic the topic whose dead letters these are
     * @param codec what decodes the payload of the message
     */
    public static DeadLetter read(String topic, BrokerMessage entry, PayloadCodec codec) {
        Map<String, String> headers = entry.headers();
        String group = headers.getOrDefault(DeadLetterHeaders.GROUP, "");
        String id = headers.getOrDefault(DeadLetterHeaders.ID, entry.id());
        int deliveries = deliveries(headers.get(DeadLetterHeaders.DELIVERIES));
        BrokerMessage message = BrokerMessage.builder(topic, entry.payload())
                .id(id)
                .event(entry.event().orElse(null))
                .headers(ownHeaders(headers))
                .deliveries(Math.max(1, deliveries))
                .publishedAt(entry.publishedAt())
                .codec(codec)
                .build();
        return new DeadLetter(
                entry.id(),
                reason(headers.get(DeadLetterHeaders.REASON)),
                topic,
                group,
                id,
                headers.getOrDefault(DeadLetterHeaders.CONSUMER, ""),
                deliveries,
                Optional.ofNullable(headers.get(DeadLetterHeaders.EXCEPTION)),
                Optional.ofNullable(headers.get(DeadLetterHeaders.MESSAGE)),
                at(headers.get(DeadLetterHeaders.AT), entry.publishedAt()),
                message);
    }

    private static Map<String, String> ownHeaders(Map<String, String> headers) {
        Map<String, String> own = new LinkedHashMap<>(headers);
        own.keySet().removeAll(ADDED);
        return own;
    }

    private static Reason reason(@Nullable String text) {
        try {
            return text == null
                    ? Reason.UNKNOWN
                    : Reason.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            return Reason.UNKNOWN;
        }
    }

    private static int deliveries(@Nullable String text) {
        try {
            return text == null ? 0 : Math.max(0, Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static Instant at(@Nullable String text, Instant otherwise) {
        try {
            return text == null ? otherwise : Instant.parse(text);
        } catch (DateTimeException e) {
            return otherwise;
        }
    }

    private static String cut(String message) {
        byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MESSAGE_BYTES) {
            return message;
        }
        int end = MESSAGE_BYTES;
        while ((bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
