package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.redis.fixture.WorkerProcess;
import dev.millrace.tck.Bench;
import dev.millrace.tck.CapturedLog;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.resps.StreamPendingEntry;

/** CLM-4: the names of consumers on one host. */
class ConsumerNameTest implements OnRedis {

    /** A broker of this process that keeps the first message it gets in hand. */
    private static Broker holdingOne(TopicView topic, Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(more);
        settings.put("millrace.redis.url", topic.redis().server().uri());
        settings.put("millrace.redis.shutdown-timeout", "0s");
        Broker broker = RedisHarness.open(settings);
        int before = topic.pending().size();
        broker.consume(topic.topic(), ConsumerOptions.group(topic.group()), delivery -> new CompletableFuture<>());
        topic.add("held");
        topic.awaitPending(before + 1);
        return broker;
    }

    private static WorkerProcess.Setup worker(TopicView topic) {
        return WorkerProcess.of(topic.redis().server().uri(), topic.topic(), topic.group());
    }

    /** The names that hold an entry; an idle consumer may not be known to the server yet. */
    private static List<String> holders(TopicView topic) {
        return topic.pending().stream().map(StreamPendingEntry::getConsumerName).toList();
    }

    @Test
    void processNeverTakesANameThatALiveOneHolds(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        try (Broker first = holdingOne(topic, Map.of());
                Broker second = holdingOne(topic, Map.of());
                WorkerProcess other = worker(topic).start()) {
            topic.add("wait:a");
            other.awaitStarted("wait:a");
            assertThat(holders(topic)).hasSize(3).doesNotHaveDuplicates();
            assertThat(first).isNotSameAs(second);
        }
    }

    @Test
    void processThatWasKilledGetsItsNameBack(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        topic.add("wait:a");
        List<String> names;
        try (WorkerProcess killed = worker(topic).start()) {
            killed.awaitStarted("wait:a");
            names = holders(topic);
        }
        try (WorkerProcess again = worker(topic).set("retry-after", "0s").start()) {
            again.awaitStarted("wait:a", 2);
            assertThat(holders(topic)).isEqualTo(names);
        }
    }

    @Test
    void configuredNameOfALiveConsumerIsNotSharedAndIsWarnedAbout(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench).create();
        CapturedLog log = bench.log();
        String name = redis.name("named");
        topic.add("wait:a");
        try (WorkerProcess first = worker(topic).set("consumer-name", name).start()) {
            first.awaitStarted("wait:a");
            try (Broker second = holdingOne(topic, Map.of("millrace.redis.consumer-name", name))) {
                assertThat(second).isNotNull();
                assertThat(holders(topic)).hasSize(2).doesNotHaveDuplicates().contains(name);
                assertThat(log.warnings(name, "millrace.redis.consumer-name")).hasSize(1);
            }
        }
    }

    @Test
    void nameIsKeptFromOtherHostsHoweverLongTheClaimTime(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench).create();
        String name = redis.name("kept");
        String token = "millrace:consumer:" + name;
        try (Broker broker =
                holdingOne(topic, Map.of("millrace.redis.consumer-name", name, "millrace.redis.claim-after", "5m"))) {
            assertThat(broker).isNotNull();
            // As some seconds later.
            long left = redis.jedis().pttl(token) * 2 / 3;
            redis.jedis().pexpire(token, left);

            Eventually.await("a token that lasts longer", () -> redis.jedis().pttl(token) > left);
        }
    }
}
