package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;

import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.redis.internal.stream.StreamCommands.Once;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class RedisTopicCommandsTest extends TopicCommandsContract {

    private final StreamCommands commands = RedisStreamCommands.to(
            Access.of(Endpoint.of(URI.create(RedisServer.shared().uri()))), Duration.ofSeconds(10));

    @Override
    StreamCommands commands() {
        return commands;
    }

    /** From Redis 8.6.2 on; before, it has a key of its own, which counts among the keys of the server. */
    @Test
    void keyIsRememberedByTheTopicItselfWhereTheServerCan() {
        RedisServer server = RedisServer.shared();
        add("before");

        commands.addOnce(key, once("k", ONE_MINUTE), fields("payload", "a"));

        try (Jedis jedis = server.jedis()) {
            assertThat(jedis.exists(once("k", ONE_MINUTE).key())).isNotEqualTo(server.remembersKeys());
        }
    }

    @Test
    void keyIsOneForPublishersWithDifferentWindows() {
        add("before");
        String first = commands.addOnce(key, once("k", ONE_MINUTE), fields("payload", "a"));

        assertThat(commands.addOnce(key, once("k", ONE_MINUTE.multipliedBy(2)), fields("payload", "a")))
                .isEqualTo(first);
        assertThat(commands.addOnce(key, once("k", ONE_MINUTE.dividedBy(2)), fields("payload", "a")))
                .isEqualTo(first);
    }

    @Test
    void keyIsFreeAgainAfterTheWindowThoughAnotherPublisherHasALongerOne() {
        Once brief = once("k", Duration.ofSeconds(1));
        add("before");
        commands.addOnce(key, once("other", ONE_MINUTE), fields("payload", "a"));
        String first = commands.addOnce(key, brief, fields("payload", "b"));

        Eventually.await(
                "another entry",
                () -> !commands.addOnce(key, brief, fields("payload", "c")).equals(first));
    }

    @AfterEach
    void close() {
        commands.close();
    }
}
