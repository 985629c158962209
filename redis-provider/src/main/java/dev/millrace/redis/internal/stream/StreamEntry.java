package dev.millrace.redis.internal.stream;

import java.time.DateTimeException;
import java.time.Instant;
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

    /** How many bytes its fields have. */
    long size() {
        return fields.values().stream().mapToLong(value -> value.length).sum();
    }
}
