package dev.millrace.memory.internal;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The id of an entry, {@code <milliseconds>-<sequence>}: it grows within a topic, whatever the clock does. */
public record EntryId(long millis, long sequence) implements Comparable<EntryId> {

    /** Before every entry. */
    public static final EntryId ZERO = new EntryId(0, 0);

    private static final Comparator<EntryId> ORDER =
            Comparator.comparingLong(EntryId::millis).thenComparingLong(EntryId::sequence);

    private static final Pattern FORM = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    /** Reads an id; empty where the text is none. */
    public static Optional<EntryId> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(new EntryId(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** The greatest id that is older than the millisecond of an instant; of the first, zero. */
    static EntryId before(Instant instant) {
        long millis = instant.toEpochMilli();
        return millis == 0 ? ZERO : new EntryId(millis - 1, Long.MAX_VALUE);
    }

    /** The id after this one, of an entry that is appended now. */
    EntryId next(Instant now) {
        long time = now.toEpochMilli();
        return time > millis ? new EntryId(time, 0) : new EntryId(millis, sequence + 1);
    }

    @Override
    public int compareTo(EntryId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return millis + "-" + sequence;
    }
}
