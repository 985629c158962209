package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Load;
import dev.millrace.redis.fixture.Outage;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.CapturedLog;
import dev.millrace.tck.Theme;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * RDS-3: each outage, idle and under load, on three topics with two groups each: what was acknowledged is
 * handled, nothing twice, publishing says so meanwhile, and all is as it was afterwards.
 */
@Tag("heavy")
class EveryOutageTest implements Theme {

    private static final List<String> GROUPS = List.of("billing", "shipping");

    /** By topic and group, how often each message was handled. */
    private final Map<String, Map<String, Integer>> handled = new ConcurrentHashMap<>();

    @Override
    public BrokerHarness harness() {
        return RedisHarness.alone(Outage.OPTIONS).set("block-for", "200ms").set("timeout", "500ms");
    }

    @ParameterizedTest
    @EnumSource(Outage.class)
    void underLoad(Outage outage, Bench bench) {
        List<String> topics = consume(bench);
        CapturedLog log = bench.log();
        Standing before;
        try (Load load = new Load(bench.broker(), topics)) {
            load.awaitMore(100);
            before = Standing.of(bench);
            goThrough(outage, bench, load);
            load.awaitMore(300);
            load.close();
            assertAllIsDone(bench, topics, load);
        }
        before.assertReached(bench);
        assertThat(log.lines().size()).as(() -> String.join("\n", log.lines())).isLessThanOrEqualTo(20);
        assertThat(log.warnings("Consumers pause and try again")).hasSizeLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(Outage.class)
    void idle(Outage outage, Bench bench) {
        List<String> topics = consume(bench);
        try (Load load = new Load(bench.broker(), topics)) {
            load.awaitMore(30);
            load.close();
            assertAllIsDone(bench, topics, load);
        }
        CapturedLog log = bench.log();
        Standing before = Standing.of(bench);
        RedisHarness redis = RedisHarness.of(bench);
        outage.begin(redis, redis.proxy(bench.broker()));
        try (Load load = new Load(bench.broker(), topics)) {
            end(outage, bench, load);
            load.awaitMore(30);
            load.close();
            assertAllIsDone(bench, topics, load);
        }
        before.assertReached(bench);
        assertThat(log.lines().size()).as(() -> String.join("\n", log.lines())).isLessThanOrEqualTo(20);
    }

    private static void goThrough(Outage outage, Bench bench, Load load) {
        RedisHarness redis = RedisHarness.of(bench);
        outage.begin(redis, redis.proxy(bench.broker()));
        end(outage, bench, load);
    }

    private static void end(Outage outage, Bench bench, Load load) {
        RedisHarness redis = RedisHarness.of(bench);
        if (outage.isLasting()) {
            load.awaitRefused(9);
        }
        if (outage.losesData()) {
            load.forget();
        }
        outage.end(redis, redis.proxy(bench.broker()));
    }

    private List<String> consume(Bench bench) {
        List<String> topics = List.of(bench.topic("one"), bench.topic("two"), bench.topic("three"));
        Broker broker = bench.broker();
        for (String topic : topics) {
            for (String group : GROUPS) {
                Map<String, Integer> counts = new ConcurrentHashMap<>();
                handled.put(topic + "/" + group, counts);
                bench.consume(broker, topic, ConsumerOptions.group(group).concurrency(2), delivery -> {
                    counts.merge(delivery.message().text(), 1, Integer::sum);
                    return CompletableFuture.completedFuture(null);
                });
            }
        }
        return topics;
    }

    private void assertAllIsDone(Bench bench, List<String> topics, Load load) {
        for (String topic : topics) {
            List<String> expected = load.acknowledged(topic);
            assertThat(expected).isNotEmpty();
            for (String group : GROUPS) {
                Map<String, Integer> counts = handled.get(topic + "/" + group);
                Eventually.await(
                        "everything acknowledged of " + topic + " handled by " + group,
                        () -> counts.keySet().containsAll(expected),
                        () -> counts.size() + " handled of " + expected.size());
                new TopicView(RedisHarness.of(bench), topic, group).awaitAllAcked();
                assertThat(counts)
                        .allSatisfy((text, times) -> assertThat(times).as(text).isEqualTo(1));
            }
        }
    }

    /** What an outage must not leave more of. */
    private record Standing(int connections, long threads) {

        static Standing of(Bench bench) {
            return new Standing(
                    RedisHarness.of(bench).proxy(bench.broker()).connections(),
                    Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("millrace"))
                            .count());
        }

        void assertReached(Bench bench) {
            Eventually.await(
                    "no more than " + this,
                    () -> of(bench).connections <= connections && of(bench).threads <= threads,
                    () -> of(bench).toString());
        }
    }
}
