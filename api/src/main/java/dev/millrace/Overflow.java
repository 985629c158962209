package dev.millrace;

/**
 * What becomes of a message for which a broadcast subscriber, being slower than its topic, has no room: its
 * {@linkplain SubscriberOptions#buffer(int) buffer} holds as many messages as it may, or 32 MB, whichever is first.
 */
public enum Overflow {
    /**
     * Nothing is read for this subscriber until it has room again, and nobody else waits for it. What the
     * topic drops meanwhile is reported as a {@link MessageGap}.
     */
    BLOCK,
    /** The oldest messages that wait make room, as many as it takes. */
    DROP_OLDEST,
    /** The message is dropped. */
    DROP_NEWEST,
    /** The subscription fails: what waits is dropped, nothing more comes, {@link BroadcastSubscription#failure()}. */
    FAIL
}
