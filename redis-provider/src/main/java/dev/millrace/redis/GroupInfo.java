package dev.millrace.redis;

import java.util.List;
import java.util.OptionalLong;

/**
 * A group of a topic, as it was when it was asked for.
 *
 * @param name its name
 * @param consumers the consumers it has, be they alive or not
 * @param liveConsumers those of them that are: they hold their name, or did something within the last minute
 * @param pending how many messages were delivered and not acked
 * @param lag how many messages were never delivered; empty where the server cannot tell, as before Redis 7
 * @param lost how many messages were trimmed before it had acked them, which happens with
 *     {@code trimUnacked} only. One whose handler ran meanwhile counts too
 */
public record GroupInfo(
        String name, List<String> consumers, List<String> liveConsumers, long pending, OptionalLong lag, long lost) {

    /** A group; the lists are copied. */
    public GroupInfo {
        consumers = List.copyOf(consumers);
        liveConsumers = List.copyOf(liveConsumers);
    }

    /** Whether anybody works in it. */
    public boolean isServed() {
        return !liveConsumers.isEmpty();
    }

    /** Whether it has nothing left to do, as far as the server can tell. */
    public boolean isDone() {
        return pending == 0 && lag.orElse(1) == 0;
    }
}
