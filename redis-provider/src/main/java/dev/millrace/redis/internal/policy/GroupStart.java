package dev.millrace.redis.internal.policy;

import java.time.Duration;
import java.util.Optional;

import dev.millrace.StartAt;

/**
 * Where a group begins that does not exist yet.
 *
 * @param position as XGROUP CREATE takes it: the id after which it begins
 */
public record GroupStart(String position) {

    /** At the oldest entry the topic holds. */
    public static final GroupStart BEGINNING = new GroupStart("0");

    /** After the newest entry. */
    public static final GroupStart PRESENT = new GroupStart("$");

    private static final Duration NEW_TOPIC = Duration.ofMinutes(10);

    /** Whether it is at the oldest entry the topic holds. */
    public boolean isBeginning() {
        // Not equals: on JDK 17 the one of a record, once called, keeps the class loader of the record for good
        // (java.lang.runtime.ObjectMethods remembers the last type it was linked for).
        return position.equals(BEGINNING.position);
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
