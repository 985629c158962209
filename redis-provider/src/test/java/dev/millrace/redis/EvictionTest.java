package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that makes room by throwing keys away. */
class EvictionTest {

    private static void useTwoConnections(RedisServer server) {
        try (Broker broker = RedisBroker.connect(server.uri())) {
            broker.consume(
                    "orders", ConsumerOptions.group("billing"), delivery -> CompletableFuture.completedFuture(null));
            broker.publish("orders", "a");
        }
    }

    @Test
    void serverThatMayEvictTopicsIsWarnedAboutOnce() {
        try (RedisServer server = RedisServer.start("--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru");
                Logs logs = Logs.listen()) {
            useTwoConnections(server);
            assertThat(logs.warnings("maxmemory-policy"))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains(server.uri(), "allkeys-lru", "noeviction");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"noeviction", "volatile-lru"})
    void serverThatKeepsTopicsIsNotWarnedAbout(String policy) {
        try (RedisServer server = RedisServer.start("--maxmemory", "100mb", "--maxmemory-policy", policy);
                Logs logs = Logs.listen()) {
            useTwoConnections(server);
            assertThat(logs.warnings(server.uri())).isEmpty();
        }
    }
}
