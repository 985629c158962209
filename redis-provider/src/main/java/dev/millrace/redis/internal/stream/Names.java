package dev.millrace.redis.internal.stream;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** Which names topics and groups may have. */
public final class Names {

    private Names() {}

    /**
     * The name, which is one.
     *
     * @param subject what the error names
     * @throws IllegalArgumentException if it is null, blank, or has half a surrogate pair
     */
    public static String checked(String subject, @Nullable String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException(subject + ": a name is needed (was "
                    + (name == null ? "null" : "\"" + name + "\"") + "). Give one that is not blank.");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            // As a question mark it would be the name of something else.
            throw new IllegalArgumentException(subject
                    + ": a name that can be written as UTF-8 is needed (was one with half a surrogate pair)."
                    + " Change it.");
        }
        return name;
    }
}
