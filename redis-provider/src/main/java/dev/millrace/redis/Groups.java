package dev.millrace.redis;

import java.util.List;
import java.util.Optional;

import dev.millrace.BrokerException;
import dev.millrace.BrokerUnavailableException;

/**
 * The groups of a topic, for who looks after them. Thread-safe.
 *
 * <p>A topic keeps what one of its groups has not acked, so a group that nobody serves any more makes it grow
 * without end; it is reported in the log, and removed by {@link #delete} only.
 */
public interface Groups {

    /**
     * All groups of the topic; none where there is no such topic.
     *
     * @throws BrokerUnavailableException if the broker cannot be reached
     * @throws BrokerException if it refuses
     * @throws IllegalStateException if it is closed
     */
    List<GroupInfo> list();

    /**
     * One group of the topic; empty where it does not exist.
     *
     * @throws BrokerUnavailableException if the broker cannot be reached
     * @throws BrokerException if it refuses
     * @throws IllegalStateException if it is closed
     */
    default Optional<GroupInfo> find(String group) {
        return list().stream().filter(each -> each.name().equals(group)).findFirst();
    }

    /**
     * Deletes a group, and what is remembered to create it again should it get lost. Messages that were not
     * acked in it stay in the topic, for its other groups. A consumer that comes to the group later begins by its
     * {@link dev.millrace.StartAt}, like that of any new group.
     *
     * @return whether it was there
     * @throws IllegalArgumentException if the name is null, blank, or cannot be written as UTF-8
     * @throws IllegalStateException if it has a live consumer, which would create it again: close that first. One
     *     that died is taken for alive for a minute. Also if the broker is closed
     * @throws BrokerUnavailableException if the broker cannot be reached; the group was not deleted
     * @throws BrokerException if it refuses, or if its answer was lost, so that the group may have been deleted
     */
    boolean delete(String group);
}
