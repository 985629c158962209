package dev.millrace.redis.internal.stream;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;

/** One entry of a stream. */
public record StreamEntry(String id, Map<String, byte[]> fields) {

    /** What an entry costs in memory beside its fields, about. */
    private static final int OVERHEAD = 200;

    /** What it takes in memory, about. */
    long bytes() {
        long bytes = OVERHEAD;
        for (byte[] value : fields.values()) {
            bytes += value.length;
        }
        return bytes;
    }

    /** When the server accepted it, by its own clock: an id begins with the milliseconds. */
    Instant publishedAt() {
        int dash = id.indexOf('-');
        try {
            return Instant.ofEpochMilli(Long.parseLong(dash < 0 ? id : id.substring(0, dash)));
        } catch (NumberFormatException | DateTimeException e) {
            // An id given by hand may be any number of 64 bits.
            return Instant.EPOCH;
        }
    }

    /** Whether they are one: an id comes twice where a stream was deleted and begun anew within a millisecond. */
    boolean isSameAs(StreamEntry other) {
        return id.equals(other.id)
                && fields.keySet().equals(other.fields.keySet())
                && fields.entrySet().stream()
                        .allMatch(field -> Arrays.equals(field.getValue(), other.fields.get(field.getKey())));
    }

    /** How many bytes its fields have. */
    long size() {
        return fields.values().stream().mapToLong(value -> value.length).sum();
    }
}
