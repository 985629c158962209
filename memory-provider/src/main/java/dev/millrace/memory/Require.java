package dev.millrace.memory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/** Refusals of bad values: the option, what was found, what to do. */
final class Require {

    private static final Duration LONGEST = Duration.ofDays(365);

    private Require() {}

    static <T> T notNull(String option, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(option + ": a value is needed (was null). Give one.");
        }
        return value;
    }

    static String notBlank(String option, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException(option + ": a name is needed (was "
                    + (value == null ? "null" : "\"" + value + "\"") + "). Give one that is not blank.");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
            // Where names are written as bytes, as a question mark it would be the name of something else.
            throw new IllegalArgumentException(option
                    + ": a name that can be written as UTF-8 is needed (was one with half a surrogate pair)."
                    + " Change it.");
        }
        return value;
    }

    static int atLeast(String option, int least, int value) {
        if (value < least) {
            throw new IllegalArgumentException(
                    option + ": must be at least " + least + " (was " + value + "). Raise it.");
        }
        return value;
    }

    static Duration notNegative(String option, @Nullable Duration value) {
        Duration given = notNull(option, value);
        if (given.isNegative() || given.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    option + ": must be between 0 and " + LONGEST.toDays() + " days (was " + given + "). Change it.");
        }
        return given;
    }
}
