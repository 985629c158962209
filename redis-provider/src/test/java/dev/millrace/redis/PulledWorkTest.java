package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

import dev.millrace.Broker;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.ConsumerOptions;
import dev.millrace.Delivery;
import dev.millrace.PullConsumer;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.redis.fixture.WorkerProcess;
import dev.millrace.redis.internal.stream.TopicKeys;
import dev.millrace.tck.Bench;
import dev.millrace.tck.CapturedLog;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.resps.StreamPendingEntry;

/** TPC-5 on Redis: what a pulling process leaves when it is killed, its name, and a server that restarts. */
class PulledWorkTest implements OnRedis {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static WorkerProcess.Setup puller(TopicView topic, String name) {
        return WorkerProcess.of(topic.redis().server().uri(), topic.topic(), topic.group())
                .property("worker.pull", name)
                .set("retry-after", "100ms")
                .set("claim-after", "1s")
                .set("block-for", "500ms");
    }

    private static List<String> holders(TopicView topic) {
        return topic.pending().stream().map(StreamPendingEntry::getConsumerName).toList();
    }

    private static Delivery next(PullConsumer consumer) throws InterruptedException {
        return consumer.poll(LONG).orElseThrow(() -> new AssertionError("no message within " + LONG));
    }

    @Test
    void killBeforeTheAckGivesTheMessageBackToTheSameName(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        String name = topic.redis().name("puller");
        topic.add("wait:a");
        try (WorkerProcess killed = puller(topic, name).set("claim-after", "1h").start()) {
            killed.awaitStarted("wait:a", 1);
            assertThat(holders(topic)).containsExactly(name);
            killed.kill();
        }
        try (WorkerProcess again = puller(topic, name).set("claim-after", "1h").start()) {
            again.awaitStarted("wait:a", 2);
            assertThat(holders(topic)).containsExactly(name);
            again.go("wait:a");
            topic.awaitAllAcked();
        }
    }

    @Test
    void killBeforeTheAckGivesTheMessageToAnotherAfterTheClaimTime(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        topic.add("wait:a");
        Instant before = Instant.now();
        try (WorkerProcess killed = puller(topic, topic.redis().name("killed")).start()) {
            killed.awaitStarted("wait:a", 1);
            killed.kill();
        }
        String other = topic.redis().name("other");
        try (WorkerProcess next = puller(topic, other).start()) {
            next.awaitStarted("wait:a", 2);
            assertThat(holders(topic)).containsExactly(other);
            assertThat(Duration.between(before, Instant.now())).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void nameThatIsLiveInAnotherProcessGetsANumberAndAWarning(Bench bench) throws Exception {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        String name = topic.redis().name("taken");
        CapturedLog log = bench.log();
        topic.add("wait:a");
        try (WorkerProcess first = puller(topic, name).start()) {
            first.awaitStarted("wait:a");
            topic.add("b");
            try (Broker here = RedisBroker.connect(topic.redis().server().uri());
                    PullConsumer second = here.consumer(topic.topic(), topic.group(), name)) {
                next(second);

                assertThat(holders(topic)).containsExactlyInAnyOrder(name, name + "-2");
                assertThat(log.warnings(name, "has this name already")).hasSize(1);
            }
        }
    }

    @Test
    void nameIsFreeForAnotherProcessOnceItsConsumerIsClosed(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        String name = topic.redis().name("freed");
        try (Broker here = RedisBroker.connect(topic.redis().server().uri())) {
            here.consumer(topic.topic(), topic.group(), name).close();
            topic.add("wait:a");

            try (WorkerProcess there = puller(topic, name).start()) {
                there.awaitStarted("wait:a");
                assertThat(holders(topic)).containsExactly(name);
            }
        }
    }

    @Test
    void nameIsTheSameWhenItsConsumerIsOpenedAgain(Bench bench) throws Exception {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        String name = topic.redis().name("again");
        CapturedLog log = bench.log();
        try (Broker here = RedisBroker.connect(topic.redis().server().uri())) {
            PullConsumer first = here.consumer(topic.topic(), topic.group(), name);
            topic.add("a");
            Delivery late = next(first);
            first.subscription().close();
            late.ack();
            assertThat(first.subscription().awaitIdle(bench.patience())).isTrue();

            PullConsumer again = here.consumer(topic.topic(), topic.group(), name);
            topic.add("b");
            next(again);

            assertThat(holders(topic)).containsExactly(name);
            assertThat(log.warnings(name, "already")).isEmpty();
        }
    }

    @Test
    void nameIsFreeOnceWhatWasInHandAtTheCloseIsSettled(Bench bench) throws Exception {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        String name = topic.redis().name("late");
        String token = "millrace:consumer:" + name;
        try (Broker here = RedisHarness.open(
                Map.of("millrace.redis.url", topic.redis().server().uri(), "millrace.redis.claim-after", "300ms"))) {
            PullConsumer consumer = here.consumer(topic.topic(), topic.group(), name);
            topic.add("a");
            Delivery late = next(consumer);
            consumer.subscription().close();
            assertThat(topic.redis().jedis().exists(token)).isTrue();

            late.ack();

            Eventually.await(name + " to be free", () -> !topic.redis().jedis().exists(token));
        }
    }

    @Test
    void interruptKeepsNothingFromBeingHandedOverByClose(Bench bench) throws Exception {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        try (Broker here = RedisBroker.connect(topic.redis().server().uri())) {
            for (int round = 1; round <= 5; round++) {
                PullConsumer consumer = here.consumer(topic.topic(), topic.group(), "interrupted");
                topic.add("a");
                next(consumer);
                Thread.currentThread().interrupt();

                consumer.close();

                assertThat(Thread.interrupted()).isTrue();
                assertThat(Set.copyOf(holders(topic))).containsExactly(TopicKeys.PARKED);
            }
        }
    }

    @Test
    void nameIsTheSameWhenItsConsumerIsOpenedAgainManyTimes(Bench bench) throws Exception {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        String name = topic.redis().name("often");
        CapturedLog log = bench.log();
        topic.addMany("m", 40);
        try (Broker here = RedisBroker.connect(topic.redis().server().uri())) {
            for (int round = 1; round <= 20; round++) {
                try (PullConsumer each = here.consumer(topic.topic(), topic.group(), name)) {
                    next(each).ack();
                }
            }
            assertThat(log.warnings(name, "already")).isEmpty();
        }
    }

    @Test
    void secondConsumerOfANameInOneBrokerGetsANumberAndAWarning(Bench bench) throws Exception {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        String name = topic.redis().name("twice");
        CapturedLog log = bench.log();
        try (Broker here = RedisBroker.connect(topic.redis().server().uri());
                PullConsumer first = here.consumer(topic.topic(), topic.group(), name);
                PullConsumer second = here.consumer(topic.topic(), topic.group(), name)) {
            topic.add("a");
            topic.add("b");

            next(first);
            next(second);

            assertThat(holders(topic)).containsExactlyInAnyOrder(name, name + ".2");
            assertThat(log.warnings(name, "already")).hasSize(1);
        }
    }

    @Test
    void outageIsToldToWhoAsksForItAlone(Bench bench) throws InterruptedException {
        try (RedisServer server = RedisServer.start();
                Broker broker = RedisBroker.connect(server.uri());
                PullConsumer orders = broker.consumer(bench.topic(), ConsumerOptions.group(Bench.GROUP))) {
            orders.requireBroker();
            server.kill();

            assertThat(orders.poll(Duration.ofMillis(1))).isEmpty();
            assertThatThrownBy(orders::requireBroker)
                    .isInstanceOf(BrokerUnavailableException.class)
                    .hasMessageContaining(bench.topic());

            orders.close();
            assertThatThrownBy(orders::requireBroker)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void loopGoesOnThroughARestartOfTheServer(Bench bench) {
        try (RedisServer server = RedisServer.startDurable();
                RedisHarness redis = RedisHarness.on(server);
                Broker broker = RedisBroker.connect(server.uri());
                PullConsumer orders = broker.consumer(bench.topic(), ConsumerOptions.group(Bench.GROUP))) {
            TopicView topic = new TopicView(redis, bench.topic(), Bench.GROUP);
            Set<String> given = new TreeSet<>();
            CompletableFuture<Void> restarted = new CompletableFuture<>();
            topic.addMany("before:", 10);
            for (Delivery delivery : orders) {
                given.add(delivery.message().text());
                if (given.size() == 5 && !restarted.isDone()) {
                    server.kill();
                    server.startAgain();
                    topic.addMany("after:", 10);
                    restarted.complete(null);
                }
                delivery.ack();
                if (given.size() == 20) {
                    break;
                }
            }
            topic.awaitAllAcked();
            assertThat(given).hasSize(20);
        }
    }
}
