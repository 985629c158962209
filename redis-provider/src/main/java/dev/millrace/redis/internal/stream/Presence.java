package dev.millrace.redis.internal.stream;

/** Whether a member of a group starts what it is given. */
public enum Presence {
    READY,
    PAUSED
}
