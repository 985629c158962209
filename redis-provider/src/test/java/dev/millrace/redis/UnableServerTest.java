package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.millrace.Broker;
import dev.millrace.BrokerException;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.ConsumerOptions;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Outage;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.CapturedLog;
import dev.millrace.tck.RecordingHandler;
import dev.millrace.tck.Theme;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.XAddParams;

/** The server answers, but does nothing of what is asked, on several topics and groups at once. */
class UnableServerTest implements Theme {

    @Override
    public BrokerHarness harness() {
        return RedisHarness.alone(Outage.OPTIONS).set("block-for", "200ms").set("timeout", "500ms");
    }

    /** Three subscriptions: two groups of one topic, and one of another. */
    private record Work(Bench bench, RecordingHandler billing, RecordingHandler shipping, RecordingHandler other) {

        static Work start(Bench bench) {
            Work work = new Work(bench, bench.handler(), bench.handler(), bench.handler());
            Broker broker = bench.broker();
            bench.consume(broker, bench.topic(), bench.options(), work.billing);
            bench.consume(broker, bench.topic(), ConsumerOptions.group("shipping"), work.shipping);
            bench.consume(broker, bench.topic("other"), bench.options(), work.other);
            work.publish("before");
            return work;
        }

        void publish(String text) {
            bench.broker().publish(bench.topic(), text);
            bench.broker().publish(bench.topic("other"), text);
            all().forEach(handler -> handler.awaitEnded(text));
        }

        List<RecordingHandler> all() {
            return List.of(billing, shipping, other);
        }

        void assertNothingLostNothingTwice(String... texts) {
            all().forEach(handler -> assertThat(handler.texts()).containsExactlyInAnyOrder(texts));
        }
    }

    private static void awaitOneWarning(CapturedLog log, String code) {
        Eventually.await(
                "a warning",
                () -> !log.warnings("Consumers pause and try again").isEmpty());
        assertThat(log.warnings("Consumers pause and try again")).hasSize(1);
        assertThat(log.warnings("Consumers pause and try again").get(0)).contains(code);
    }

    @Test
    void serverThatCannotSaveIsWaitedFor(Bench bench) throws IOException {
        Jedis jedis = RedisHarness.of(bench).jedis();
        CapturedLog log = bench.log();
        Work work = Work.start(bench);
        Path inTheWay = Path.of(jedis.configGet("dir").get("dir"), "dump.rdb", "in the way");
        Files.createDirectories(inTheWay);
        jedis.configSet("save", "3600 1");
        jedis.bgsave();
        awaitSave(bench, "err");

        assertThatThrownBy(() -> bench.publish("refused"))
                .isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining("MISCONF");
        awaitOneWarning(log, "MISCONF");

        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        jedis.bgsave();
        awaitSave(bench, "ok");
        work.publish("after");
        work.assertNothingLostNothingTwice("before", "after");
    }

    private static void awaitSave(Bench bench, String status) {
        RedisServer server = RedisHarness.of(bench).server();
        Eventually.await(
                "a save that ended " + status,
                () -> server.info("persistence").get("rdb_last_bgsave_status").equals(status)
                        && server.info("persistence")
                                .get("rdb_bgsave_in_progress")
                                .equals("0"));
    }

    @Test
    void serverThatIsBusyWithAScriptIsWaitedFor(Bench bench) {
        RedisServer server = RedisHarness.of(bench).server();
        CapturedLog log = bench.log();
        Work work = Work.start(bench);
        CompletableFuture<Void> busy = CompletableFuture.runAsync(() -> {
            try (Jedis own = server.jedis()) {
                own.eval("while true do end");
            } catch (JedisException killed) {
                // As it should be.
                return;
            }
        });

        // A read that waited when the script began is not answered at all.
        awaitOneWarning(log, "");
        assertThatThrownBy(() -> bench.publish("refused"))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("BUSY")
                .hasMessageContaining("Nothing was written");

        RedisHarness.of(bench).jedis().scriptKill();
        busy.join();
        work.publish("after");
        work.assertNothingLostNothingTwice("before", "after");
    }

    @Test
    void serverThatPausesItsClientsIsWaitedFor(Bench bench) {
        Work work = Work.start(bench);
        RedisHarness.of(bench).jedis().clientPause(1_500);

        assertThatThrownBy(() -> bench.publish("unknown")).isInstanceOf(BrokerException.class);

        RedisHarness.of(bench).jedis().clientUnpause();
        work.publish("after");
        work.all().forEach(handler -> assertThat(handler.texts()).containsOnlyOnce("before", "after"));
        assertThat(work.billing.texts()).hasSameSizeAs(work.shipping.texts());
    }

    @Test
    void serverThatLoadsItsDataIsWaitedFor(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        CapturedLog log = bench.log();
        Work work = Work.start(bench);
        try (Pipeline pipeline = redis.jedis().pipelined()) {
            for (int i = 0; i < 6_000; i++) {
                pipeline.xadd("ballast", XAddParams.xAddParams(), Map.of("payload", "b"));
            }
        }
        redis.server().kill();
        redis.server().startAgain();

        work.publish("after");
        work.assertNothingLostNothingTwice("before", "after");
        assertThat(log.warnings("Consumers pause and try again")).hasSize(1);
    }

    @Test
    void everyConnectionAndThreadIsBackWhereItWas(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        Work work = Work.start(bench);
        long threads = threads();
        int clients = redis.server().clients().size();
        for (int times = 1; times <= 3; times++) {
            redis.server().kill();
            assertThatThrownBy(() -> bench.publish("refused")).isInstanceOf(BrokerException.class);
            redis.server().startAgain();
            work.publish("after " + times);
        }

        work.assertNothingLostNothingTwice("before", "after 1", "after 2", "after 3");
        assertThat(redis.server().clients().size()).isLessThanOrEqualTo(clients);
        assertThat(threads()).isLessThanOrEqualTo(threads);
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("millrace-redis"))
                .count();
    }
}
