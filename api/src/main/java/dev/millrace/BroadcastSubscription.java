package dev.millrace;

import java.util.Optional;

/**
 * A running subscriber of one topic, which gets every message. It has no group and acks nothing: what it has
 * handled it knows itself, by {@link #position()}. Thread-safe.
 */
public interface BroadcastSubscription extends Subscription {

    /** Empty: a broadcast has no group. */
    @Override
    default String group() {
        return "";
    }

    /**
     * The id of the last message the handler is done with, whether it returned or threw: to be noted, and
     * given to {@link Position#after} to go on there in a later run. Empty before the first.
     */
    Optional<String> position();

    /**
     * How many messages were dropped by the {@link Overflow} policy, so far. With {@link Overflow#FAIL}, those that
     * waited and the one that found no room.
     */
    long dropped();

    /** Why this subscription has ended by itself, which only {@link Overflow#FAIL} makes it do; else empty. */
    Optional<BrokerException> failure();
}
