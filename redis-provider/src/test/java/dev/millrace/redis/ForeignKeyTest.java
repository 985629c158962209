package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;

import dev.millrace.BrokerException;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.tck.Bench;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The topic's key holds something of another program. */
class ForeignKeyTest implements OnRedis {

    private final Logs logs = Logs.listen();

    @AfterEach
    void close() {
        logs.close();
    }

    @Test
    void publishNamesTheTopicAndTouchesNothing(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        jedis.set(bench.topic(), "mine");
        assertThatThrownBy(() -> bench.publish("a"))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining(bench.topic())
                .hasMessageContaining("WRONGTYPE");
        assertThat(jedis.get(bench.topic())).isEqualTo("mine");
    }

    @Test
    void onlyThatTopicStopsWithOneWarning(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        jedis.set(bench.topic("foreign"), "mine");
        RecordingHandler handler = bench.handler();
        bench.consume(bench.broker(), bench.topic("foreign"), bench.options(), bench.handler());
        bench.consume(handler);
        Eventually.await(
                "a warning", () -> !logs.problems(bench.topic("foreign")).isEmpty());
        bench.awaitMarker(handler);
        bench.pass(Duration.ofSeconds(2));
        bench.awaitMarker(handler);
        assertThat(logs.problems(bench.topic("foreign"))).hasSize(1);
        assertThat(jedis.get(bench.topic("foreign"))).isEqualTo("mine");
    }

    @Test
    void topicWhoseKeyIsOverwrittenStopsAndTheOthersGoOn(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        RecordingHandler handler = bench.handler();
        RecordingHandler overwritten = bench.handler();
        bench.consume(bench.broker(), bench.topic("foreign"), bench.options(), overwritten);
        bench.consume(handler);
        bench.broker().publish(bench.topic("foreign"), "a");
        overwritten.awaitEnded("a");
        jedis.set(bench.topic("foreign"), "mine");
        Eventually.await(
                "a warning", () -> !logs.problems(bench.topic("foreign")).isEmpty());
        bench.awaitMarker(handler);
        assertThat(jedis.get(bench.topic("foreign"))).isEqualTo("mine");
    }

    @Test
    void foreignKeyInPlaceOfWhatIsRememberedOfTheTopicIsNamed(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        String side = "{" + bench.topic() + "}:millrace";
        jedis.set(side, "mine");
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        Eventually.await("a warning", () -> !logs.problems(bench.topic()).isEmpty());
        assertThat(logs.problems(bench.topic()).get(0)).contains("WRONGTYPE", "(key " + side + ")");
        jedis.del(side);
        bench.publish("a");
        handler.awaitEnded("a");
    }

    @Test
    void topicGoesOnOnceItsKeyIsFree(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        jedis.set(bench.topic(), "mine");
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        Eventually.await("a warning", () -> !logs.problems(bench.topic()).isEmpty());
        jedis.del(bench.topic());
        bench.publish("a");
        handler.awaitEnded("a");
    }
}
