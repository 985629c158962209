package dev.millrace.redis.internal.policy;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * The id of an entry: two numbers of 64 bits, both unsigned.
 *
 * @param millis when the server took it, by its clock, unless the id was given by hand
 * @param sequence tells those of one millisecond apart
 */
public record EntryId(long millis, long sequence) implements Comparable<EntryId> {

    private static final Comparator<EntryId> IN_ORDER = Comparator.comparing(EntryId::millis, Long::compareUnsigned)
            .thenComparing(EntryId::sequence, Long::compareUnsigned);

    /** Before every entry. */
    public static final EntryId ZERO = new EntryId(0, 0);

    /** The least id that the server gives in the millisecond of an instant. */
    public static EntryId firstAt(Instant instant) {
        return new EntryId(instant.toEpochMilli(), 0);
    }

    /** Reads an id; empty if it is none. */
    public static Optional<EntryId> read(String text) {
        if (!text.matches("\\d{1,20}-\\d{1,20}")) {
            return Optional.empty();
        }
        int dash = text.indexOf('-');
        try {
            return Optional.of(new EntryId(
                    Long.parseUnsignedLong(text.substring(0, dash)), Long.parseUnsignedLong(text.substring(dash + 1))));
        } catch (NumberFormatException e) {
            // Beyond 64 bits, which no server gave.
            return Optional.empty();
        }
    }

    /** The greatest id below this one; of the lowest, itself. */
    public EntryId before() {
        if (sequence != 0) {
            return new EntryId(millis, sequence - 1);
        }
        return millis == 0 ? this : new EntryId(millis - 1, -1);
    }

    @Override
    public int compareTo(EntryId other) {
        return IN_ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(millis) + "-" + Long.toUnsignedString(sequence);
    }
}
