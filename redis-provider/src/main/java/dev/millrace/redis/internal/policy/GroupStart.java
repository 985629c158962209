package dev.millrace.redis.internal.policy;

import java.time.Duration;
import java.util.Optional;

import dev.millrace.StartAt;

/** Where a group begins that does not exist yet. */
public enum GroupStart {
    /** At the oldest entry the topic holds. */
    BEGINNING("0"),
    /** After the newest entry. */
    PRESENT("$");

    private static final Duration NEW_TOPIC = Duration.ofMinutes(10);

    private final String position;

    GroupStart(String position) {
        this.position = position;
    }

    /** As XGROUP CREATE takes it. */
    public String position() {
        return position;
    }

    /**
     * Decides.
     *
     * @param hasGroups whether the topic has a group already
     * @param firstGroupAge how long ago its first group was created; empty where other programs made them
     */
    public static GroupStart of(StartAt startAt, boolean hasGroups, Optional<Duration> firstGroupAge) {
        return switch (startAt) {
            case EARLIEST -> BEGINNING;
            case LATEST -> PRESENT;
            case AUTO -> {
                boolean isNew = !hasGroups
                        || firstGroupAge
                                .filter(age -> age.compareTo(NEW_TOPIC) < 0)
                                .isPresent();
                yield isNew ? BEGINNING : PRESENT;
            }
        };
    }
}
