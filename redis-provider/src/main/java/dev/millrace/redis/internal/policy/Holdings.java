package dev.millrace.redis.internal.policy;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What this process knows of pending entries that the server does not.
 *
 * @param inHand ids whose handler runs here, or whose ending is not yet answered
 * @param refused ids given up on whose copy was refused a moment ago
 * @param lostClaims ids, with the count they were claimed at, whose claim was sent and its reply lost
 * @param readsLostWithin how far back a read was sent whose reply was lost; zero if there was none
 */
public record Holdings(
        Set<String> inHand, Set<String> refused, Map<String, Integer> lostClaims, Duration readsLostWithin) {

    /** Nothing known. */
    public static final Holdings NONE = new Holdings(Set.of(), Set.of(), Map.of(), Duration.ZERO);
}
