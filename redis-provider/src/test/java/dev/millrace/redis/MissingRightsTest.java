package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.millrace.Broker;
import dev.millrace.BrokerException;
import dev.millrace.OutgoingMessage;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.MinimalRights;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** RDS-8: a right is missing: only what needs it stops, and says so once. */
class MissingRightsTest implements OnRedis {

    private static RedisServer server;

    private final Logs logs = Logs.listen();

    @BeforeAll
    static void start() {
        server = MinimalRights.server();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void close() {
        logs.close();
    }

    @Override
    public BrokerHarness harness() {
        return RedisHarness.on(server).set("user", MinimalRights.USER).set("password", MinimalRights.PASSWORD);
    }

    /** As the documentation says for users who may use some topics only. */
    private static void allowOnly(Bench bench, String... topics) {
        List<String> keys = new ArrayList<>(List.of("resetkeys", "~millrace:consumer:*"));
        for (String topic : topics) {
            keys.addAll(List.of("~" + topic, "~" + topic + ".dead", "~{" + topic + "}:millrace*"));
        }
        set(bench, keys.toArray(String[]::new));
    }

    private static void set(Bench bench, String... rules) {
        RedisHarness.of(bench).jedis().aclSetUser(MinimalRights.USER, rules);
    }

    private void awaitProblem(String topic) {
        Eventually.await("a line on " + topic, () -> !logs.problems(topic).isEmpty());
    }

    @Test
    void topicWithoutRightsStopsAndTheOtherGoesOn(Bench bench) {
        String forbidden = bench.topic("forbidden");
        allowOnly(bench, bench.topic());
        RecordingHandler handler = bench.handler();
        bench.consume(bench.broker(), forbidden, bench.options(), bench.handler());
        bench.consume(handler);
        bench.publish("order");
        handler.awaitEnded("order");
        awaitProblem(forbidden);
        RedisHarness.of(bench).pass(Duration.ofSeconds(1));
        bench.awaitMarker(handler);
        assertThat(logs.problems(forbidden)).hasSize(1).first().asString().contains("NOPERM");
        assertThat(logs.problems(bench.topic() + ",")).isEmpty();
    }

    @Test
    void publishWithoutRightsNamesTheTopic(Bench bench) {
        allowOnly(bench);
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> bench.publish("order"))
                .withMessageContaining(bench.topic())
                .withMessageContaining("NOPERM");
    }

    @Test
    void topicGoesOnWhenTheRightIsGiven(Bench bench) {
        allowOnly(bench);
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        awaitProblem(bench.topic());
        allowOnly(bench, bench.topic());
        bench.publish("order");
        handler.awaitEnded("order");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xreadgroup", "evalsha", "xgroup"})
    void missingCommandStopsTheTopicThatNeedsItAndIsNoOutage(String command, Bench bench) {
        allowOnly(bench, bench.topic());
        set(bench, "-" + command);
        try {
            bench.consume(bench.handler());
            awaitProblem(bench.topic());
            assertThat(logs.problems(bench.topic()))
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("ACL LOG");
            assertThat(logs.warnings(server.uri().substring("redis://".length()) + " cannot be worked with"))
                    .isEmpty();
        } finally {
            set(bench, MinimalRights.rules().toArray(String[]::new));
        }
    }

    @Test
    void withoutTheRightToWakeReadersStoppingIsStillQuick(Bench bench) {
        allowOnly(bench, bench.topic());
        set(bench, "-client", "-info");
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        long start = System.nanoTime();
        bench.close(bench.broker());
        assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
        set(bench, MinimalRights.rules().toArray(String[]::new));
    }

    @Test
    void publishingAloneNeedsFewRights(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        String more = RedisHarness.of(bench).server().remembersKeys() ? " +xcfgset +time" : "";
        jedis.aclSetUser(
                "publisher",
                ("on >s3cret ~" + bench.topic() + " ~{" + bench.topic() + "}:millrace* -@all"
                                + " +xadd +xlen +xtrim +exists +xinfo|groups +xinfo|consumers +xpending +eval +evalsha"
                                + " +get +set +hget +hset" + more)
                        .split(" "));
        RecordingHandler handler = bench.handler();
        allowOnly(bench, bench.topic());
        bench.consume(handler);
        RedisHarness.of(bench).set("max-length", "10").set("user", "publisher");
        Broker publisher = bench.replica("publisher");
        for (int i = 0; i < 300; i++) {
            publisher.publish(OutgoingMessage.to(bench.topic(), "order " + i).idempotencyKey("order " + i));
        }
        handler.awaitEnded(300);
        publisher.publish(bench.topic(), "another");
        handler.awaitEnded("another");
        assertThat(jedis.aclLog())
                .noneMatch(entry -> entry.getUsername().equals("publisher")
                        && !entry.getObject().matches("info|ping"));
        assertThat(jedis.xlen(bench.topic())).isLessThan(301);
    }

    @Test
    void publishUnderAKeyThatCannotBeRememberedAddsNothing(Bench bench) {
        allowOnly(bench, bench.topic());
        set(bench, "-set");
        try {
            assertThatExceptionOfType(BrokerException.class)
                    .isThrownBy(() -> bench.broker()
                            .publish(OutgoingMessage.to(bench.topic(), "a").idempotencyKey("a")))
                    .withMessageContaining("Nothing was written");
            assertThat(RedisHarness.of(bench).jedis().exists(bench.topic())).isFalse();
        } finally {
            set(bench, MinimalRights.rules().toArray(String[]::new));
        }
    }
}
