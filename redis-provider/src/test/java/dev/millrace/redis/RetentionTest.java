package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.millrace.Broker;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.Gate;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;

/** TPC-7: topics are trimmed, and entries that a group has not acked are kept. */
class RetentionTest implements OnRedis {

    /** What approximate trimming may leave: a stream's node holds so many entries. */
    private static final int NODE = 100;

    @Override
    public BrokerHarness harness() {
        return RedisHarness.shared().set("max-length", "200");
    }

    private static void publish(Bench bench, int count) {
        for (int i = 1; i <= count; i++) {
            bench.publish("m" + i);
        }
    }

    @Test
    void ackedWorkDoesNotFillTheServer(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench);
        RecordingHandler handler = bench.handler();
        bench.consume(bench.options().concurrency(4), handler);
        publish(bench, 2000);
        handler.awaitEnded(2000);
        topic.awaitAllAcked();
        Eventually.await(
                "a topic of about 200", () -> topic.length() <= 200 + 2 * NODE, () -> Long.toString(topic.length()));
    }

    @Test
    void entryThatIsNotAckedIsKeptAndSoIsAllBehindIt(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench);
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("m1", gate.holding());
        bench.consume(bench.options().concurrency(2), handler);
        publish(bench, 1000);
        handler.awaitEnded("m1000");
        assertThat(topic.length()).isEqualTo(1000);
    }

    @Test
    void topicWithoutAGroupKeepsAboutMaxLength(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench);
        publish(bench, 1500);
        assertThat(topic.length()).isBetween(200L, 200L + 2 * NODE);
    }

    @Test
    void entriesThatAGroupHasNotReadAreKept(Bench bench) {
        TopicView behind = RedisHarness.of(bench).topic(bench).in("behind").create();
        RecordingHandler handler = bench.handler();
        bench.consume(bench.options().concurrency(4), handler);
        publish(bench, 1000);
        handler.awaitEnded(1000);
        RedisHarness.of(bench).topic(bench).awaitAllAcked();
        assertThat(behind.unread()).isEqualTo(1000);
    }

    @Test
    void whatAGroupLostByTrimmingIsCountedToTheLast(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench).set("trim-unacked", "true");
        TopicView behind = redis.topic(bench).in("behind").create();
        publish(bench, 1000);
        assertThat(behind.length()).isLessThanOrEqualTo(220);

        GroupInfo group = ((RedisBroker) bench.broker())
                .groups(bench.topic())
                .find("behind")
                .orElseThrow();

        assertThat(group.lost()).isEqualTo(1000 - behind.length());
    }

    @Test
    void topicWithALengthOfItsOwnGoesByThat(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench).set("max-length." + bench.topic("short"), "10");
        Broker broker = bench.broker();
        for (int i = 0; i < 190; i++) {
            broker.publish(bench.topic("short"), "m");
            broker.publish(bench.topic("long"), "m");
        }
        assertThat(redis.jedis().xlen(bench.topic("short"))).isLessThanOrEqualTo(10 + NODE);
        assertThat(redis.jedis().xlen(bench.topic("long"))).isEqualTo(190);
    }

    @Test
    void topicWithABadLengthIsRefusedBeforeAnythingIsWritten(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench).set("max-length." + bench.topic(), "none");
        Broker broker = bench.broker();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> broker.publish(bench.topic(), "m"))
                .withMessageContaining("millrace.redis.max-length." + bench.topic());
        assertThatIllegalArgumentException().isThrownBy(() -> bench.consume(bench.handler()));
        assertThat(redis.jedis().exists(bench.topic())).isFalse();
    }
}
