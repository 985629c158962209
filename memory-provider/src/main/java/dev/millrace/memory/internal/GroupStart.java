package dev.millrace.memory.internal;

/**
 * Where a group was found or put.
 *
 * @param passedOver how many entries a new group starts behind
 */
public record GroupStart(Group group, Position position, int passedOver) {

    /** Where the group starts. */
    public enum Position {
        /** The group existed, and goes on where it was. */
        EXISTING,
        /** At the oldest entry of the topic. */
        BEGINNING,
        /** After the newest entry of the topic. */
        PRESENT
    }
}
