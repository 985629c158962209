package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.millrace.redis.fixture.MinimalRights;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerContract;
import dev.millrace.tck.BrokerHarness;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.AccessControlLogEntry;

/** The whole contract, by a user who has no right but those of the documentation. */
class MinimalRightsContractTest implements BrokerContract, OnRedis {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = MinimalRights.server();
    }

    @Override
    public BrokerHarness harness() {
        return MinimalRights.harness(server);
    }

    @Test
    void topicIsTrimmed(Bench bench) {
        RedisHarness.of(bench).set("max-length", "10");
        for (int i = 0; i < 300; i++) {
            bench.publish("order " + i);
        }
        assertThat(RedisHarness.of(bench).jedis().xlen(MinimalRights.PREFIX + bench.topic()))
                .isLessThan(300);
    }

    @AfterAll
    static void nothingWasMissingAndNothingWasTooMuch() {
        try (RedisServer ended = server;
                Jedis jedis = ended.jedis()) {
            List<AccessControlLogEntry> refused = jedis.aclLog();
            // Redis 6.2 counts commands without their subcommands.
            Set<String> used = ended.info("commandstats").keySet().stream()
                    .map(name -> name.substring("cmdstat_".length()))
                    .collect(Collectors.toSet());
            assertThat(refused).isEmpty();
            assertThat(MinimalRights.rules().stream()
                            .filter(rule -> rule.startsWith("+"))
                            .map(rule -> rule.substring(1)))
                    .allMatch(right -> used.contains(right) || used.contains(right.replaceFirst("\\|.*", "")));
        }
    }
}
