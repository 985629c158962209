package dev.millrace.servers;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.millrace.redis.fixture.RedisServer;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.resps.StreamGroupInfo;

/** A topic as Redis has it. */
record Topic(RedisServer redis, String key) {

    /** Publishes as any client of Redis may, and returns the ids. */
    List<String> publish(String... payloads) {
        try (Jedis jedis = redis.jedis()) {
            return List.of(payloads).stream()
                    .map(payload -> jedis.xadd(key, StreamEntryID.NEW_ENTRY, Map.of("payload", payload))
                            .toString())
                    .toList();
        }
    }

    List<String> publishMany(int count, String payload) {
        return publish(IntStream.range(0, count).mapToObj(each -> payload).toArray(String[]::new));
    }

    /** The payloads of all that is on it, as texts. */
    List<String> payloads() {
        try (Jedis jedis = redis.jedis()) {
            return jedis.xrange(key, (StreamEntryID) null, (StreamEntryID) null).stream()
                    .map(entry -> entry.getFields().get("payload"))
                    .toList();
        }
    }

    /** Waits until a group has read all and owes nothing. */
    void awaitAllAcked(String group) {
        Await.until(
                "all of " + key + " is acked in " + group,
                () -> groups().stream()
                        .anyMatch(each -> each.getName().equals(group)
                                && each.getPending() == 0
                                && each.getLastDeliveredId().equals(last())),
                () -> groups().toString());
    }

    long pending(String group) {
        return groups().stream()
                .filter(each -> each.getName().equals(group))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no group " + group + " of " + key))
                .getPending();
    }

    private List<StreamGroupInfo> groups() {
        try (Jedis jedis = redis.jedis()) {
            return jedis.exists(key) ? jedis.xinfoGroups(key) : List.of();
        }
    }

    private StreamEntryID last() {
        try (Jedis jedis = redis.jedis()) {
            return jedis.xinfoStream(key).getLastGeneratedId();
        }
    }
}
