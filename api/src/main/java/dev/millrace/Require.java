package dev.millrace;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Refusals of bad values, worded alike: the subject, what was found, what to do. */
final class Require {

    private static final Duration LONGEST = Duration.ofDays(365);

    private Require() {}

    static <T> T notNull(String subject, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(subject + ": a value is needed (was null). Give one.");
        }
        return value;
    }

    static String notBlank(String subject, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(subject + ": a name is needed (was "
                    + (value == null ? "null" : "\"" + value + "\"") + "). Give one that is not blank.");
        }
        int broken = Utf8.halfPair(value);
        if (broken >= 0) {
            // As a question mark it would be the name of something else.
            throw new IllegalArgumentException(subject
                    + ": a name that can be written as UTF-8 is needed (was one with half a surrogate pair at " + broken
                    + "). Change it.");
        }
        return value;
    }

    static int atLeast(String subject, int least, int value) {
        if (value < least) {
            throw new IllegalArgumentException(
                    subject + ": must be at least " + least + " (was " + value + "). Raise it.");
        }
        return value;
    }

    static Duration notNegative(String subject, @Nullable Duration value) {
        Duration given = notNull(subject, value);
        if (given.isNegative() || given.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    subject + ": must be between 0 and " + LONGEST.toDays() + " days (was " + given + "). Change it.");
        }
        return given;
    }
}
