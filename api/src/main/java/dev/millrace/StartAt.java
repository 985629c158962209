package dev.millrace;

/** Where a group starts on a topic when the group does not exist yet. An existing group goes on where it was. */
public enum StartAt {
    /**
     * At the beginning of a topic that is new, that is, one with no group yet or whose first group is
     * younger than ten minutes; at the present of an older one, with one INFO line that counts the messages
     * passed over. The groups of a new application miss nothing, and a group added to an old topic does not
     * work through its history by surprise.
     */
    AUTO,
    /** At the oldest message the topic still holds. */
    EARLIEST,
    /** At the present: only messages published from now on. */
    LATEST
}
