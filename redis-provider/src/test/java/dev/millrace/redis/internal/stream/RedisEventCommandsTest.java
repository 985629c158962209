package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.redis.internal.policy.PendingRow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class RedisEventCommandsTest extends EventCommandsContract {

    private final StreamCommands shared = RedisStreamCommands.to(
            Access.of(Endpoint.of(URI.create(RedisServer.shared().uri()))), Duration.ofSeconds(10));

    @Override
    StreamCommands commands() {
        return shared;
    }

    /** Or the others would settle its events as nobody's, ten minutes later. */
    @Test
    void memberIsMadeKnownThoughTheServerIsFull() {
        try (RedisServer full = RedisServer.start("--maxmemory-policy", "noeviction");
                StreamCommands its = RedisStreamCommands.to(
                        Access.of(Endpoint.of(URI.create(full.uri()))), Duration.ofSeconds(10))) {
            full.configure("maxmemory", "1");

            its.serve(group, side, "me", Presence.READY, List.of("paid"));

            try (Jedis jedis = full.jedis()) {
                assertThat(jedis.hlen(side)).isEqualTo(1);
            }
        }
    }

    @Test
    void whoLeftAnEntryLyingIsPassedOverThoughTheServerIsFull() {
        try (RedisServer full = RedisServer.start("--maxmemory-policy", "noeviction");
                StreamCommands its = RedisStreamCommands.to(
                        Access.of(Endpoint.of(URI.create(full.uri()))), Duration.ofSeconds(10))) {
            commands = its;
            serveMe();
            PendingRow row = delivered("a");
            serve("you", List.of("placed"));
            serve("other", List.of("placed"));
            full.configure("maxmemory", "1");

            assertThat(heir(row, "you")).isEqualTo("other");

            try (Jedis jedis = full.jedis()) {
                assertThat(jedis.hget(side, "events:7:billing:you")).contains("\"away\":true");
            }
        }
    }

    @AfterEach
    void close() {
        shared.close();
    }
}
