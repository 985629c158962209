package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.millrace.BrokerException;
import dev.millrace.OutgoingMessage;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.CapturedLog;
import dev.millrace.tck.Gate;
import dev.millrace.tck.Reactions;
import dev.millrace.tck.RecordingHandler;
import dev.millrace.tck.Theme;
import org.junit.jupiter.api.Test;

/** The server has no memory left: it refuses what would add, and serves the rest. */
class FullServerTest implements Theme {

    @Override
    public BrokerHarness harness() {
        return RedisHarness.alone("--maxmemory-policy", "noeviction");
    }

    @Test
    void refusedPublishSaysWhatToDo(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        bench.publish("a");
        redis.server().configure("maxmemory", "1");
        assertThatThrownBy(() -> bench.publish("b"))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining(bench.topic())
                .hasMessageContaining("maxmemory");
        assertThat(redis.topic(bench).length()).isEqualTo(1);
    }

    @Test
    void publishUnderAKeyIsRefusedToo(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        bench.publish("a");
        redis.server().configure("maxmemory", "1");
        assertThatThrownBy(() -> bench.broker()
                        .publish(OutgoingMessage.to(bench.topic(), "b").idempotencyKey("b")))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("maxmemory");
        assertThat(redis.topic(bench).length()).isEqualTo(1);
    }

    @Test
    void consumersGoOnAndTheDeadLetterWaitsForRoom(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench);
        CapturedLog log = bench.log();
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("bad", gate.holdingThen(Reactions.throwing()));
        bench.consume(bench.options().maxDeliveries(1), handler);
        bench.publish("bad", "good", "better");
        handler.awaitStarted("bad");
        redis.server().configure("maxmemory", "1");
        gate.open();
        handler.awaitEnded("better");
        Eventually.await(
                "a warning on the refusal", () -> !log.warnings(topic.dead()).isEmpty());
        topic.awaitPending(1);
        redis.server().configure("maxmemory", "0");
        topic.awaitAllAcked();
        assertThat(topic.deadPayloads()).containsExactly("bad");
        assertThat(handler.texts()).containsExactly("bad", "good", "better");
    }

    @Test
    void consumerThatStartsOnAFullServerWorksThroughWhatIsThere(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench).create();
        topic.addMany("m", 3);
        redis.server().configure("maxmemory", "1");
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        handler.awaitEnded("m3");
        topic.awaitAllAcked();
        redis.server().configure("maxmemory", "0");
    }
}
