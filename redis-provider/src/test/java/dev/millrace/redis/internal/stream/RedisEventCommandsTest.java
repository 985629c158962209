package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import dev.millrace.redis.fixture.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class RedisEventCommandsTest extends EventCommandsContract {

    private final StreamCommands commands = RedisStreamCommands.to(
            Access.of(Endpoint.of(URI.create(RedisServer.shared().uri()))), Duration.ofSeconds(10));

    @Override
    StreamCommands commands() {
        return commands;
    }

    /** Or the others would settle its events as nobody's, ten minutes later. */
    @Test
    void memberIsMadeKnownThoughTheServerIsFull() {
        try (RedisServer full = RedisServer.start("--maxmemory-policy", "noeviction");
                StreamCommands its = RedisStreamCommands.to(
                        Access.of(Endpoint.of(URI.create(full.uri()))), Duration.ofSeconds(10))) {
            full.configure("maxmemory", "1");

            its.serve(group, side, "me", List.of("paid"));

            try (Jedis jedis = full.jedis()) {
                assertThat(jedis.hlen(side)).isEqualTo(1);
            }
        }
    }

    @AfterEach
    void close() {
        commands.close();
    }
}
