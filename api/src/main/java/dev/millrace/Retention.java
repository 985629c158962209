package dev.millrace;

/**
 * How long a topic may get before its oldest messages are trimmed. Immutable.
 *
 * <p>A provider trims now and then, so a topic is about that long; one whose messages are kept for a group is as
 * long as that needs.
 *
 * @param maxLength about how many messages the topic keeps, at least 1
 * @param trimUnacked whether the oldest beyond {@code maxLength} go even if some group has not acked them. If
 *     not, a message stays until every group has. If so, a group that is too slow, or that nobody serves, loses
 *     messages: they are counted for the group, and logged at WARNING
 * @param deadLetterMaxLength about how many dead letters of the topic are kept; zero keeps all, with a WARNING
 *     now and then when there are more than {@code maxLength}
 */
public record Retention(long maxLength, boolean trimUnacked, long deadLetterMaxLength) {

    /** About 10,000 messages, what a group has not acked, and all dead letters. */
    public static final Retention DEFAULT = new Retention(10_000, false, 0);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if {@code maxLength} is below 1, or {@code deadLetterMaxLength} below 0
     */
    public Retention {
        requireAtLeast("maxLength", 1, maxLength);
        requireAtLeast("deadLetterMaxLength", 0, deadLetterMaxLength);
    }

    private static void requireAtLeast(String option, long least, long value) {
        if (value < least) {
            throw new IllegalArgumentException(
                    option + ": must be at least " + least + " (was " + value + "). Raise it.");
        }
    }

    /**
     * The same with another length.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Retention maxLength(long messages) {
        return new Retention(messages, trimUnacked, deadLetterMaxLength);
    }

    /** The same, trimming what a group has not acked too, or keeping it. */
    public Retention trimUnacked(boolean value) {
        return new Retention(maxLength, value, deadLetterMaxLength);
    }

    /**
     * The same with another length of the dead letters; zero keeps all.
     *
     * @throws IllegalArgumentException if it is below 0
     */
    public Retention deadLetterMaxLength(long messages) {
        return new Retention(maxLength, trimUnacked, messages);
    }
}
