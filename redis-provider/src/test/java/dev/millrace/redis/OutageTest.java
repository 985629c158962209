package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.millrace.Broker;
import dev.millrace.BrokerException;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.FaultProxy;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.CapturedLog;
import dev.millrace.tck.Reactions;
import dev.millrace.tck.RecordingHandler;
import dev.millrace.tck.Theme;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** RDS-3: the server, or the way to it, fails for a while. */
class OutageTest implements Theme {

    @Override
    public BrokerHarness harness() {
        return RedisHarness.alone("--appendonly", "yes", "--appendfsync", "always")
                .set("block-for", "200ms")
                .set("timeout", "500ms");
    }

    private static void assertGoesOn(Bench bench, RecordingHandler handler) {
        RedisHarness redis = RedisHarness.of(bench);
        redis.topic(bench).add("after");
        handler.awaitEnded("after");
        redis.topic(bench).awaitAllAcked();
    }

    @Test
    void killMinusNineUnderLoadLosesNothingThatWasAcknowledged(Bench bench) {
        RedisServer server = RedisHarness.of(bench).server();
        RecordingHandler handler = bench.handler();
        bench.consume(bench.options().concurrency(4), handler);
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> load =
                CompletableFuture.runAsync(() -> publishUntil(enough, bench.broker(), bench.topic(), acknowledged));
        handler.awaitEnded(100);
        server.kill();
        server.startAgain();
        int before = acknowledged.size();
        Eventually.await("publishing to go on", () -> acknowledged.size() > before + 100);
        enough.set(true);
        load.join();
        handler.await("every acknowledged message", () -> handler.texts().containsAll(acknowledged));
        RedisHarness.of(bench).topic(bench).awaitAllAcked();
    }

    private static void publishUntil(AtomicBoolean enough, Broker broker, String topic, Set<String> acknowledged) {
        for (int i = 0; !enough.get(); i++) {
            try {
                broker.publish(topic, "m" + i);
                acknowledged.add("m" + i);
            } catch (BrokerException outage) {
                // What was not acknowledged may be lost.
                continue;
            }
        }
    }

    @Test
    void outageIsOneWarningAndItsEndOneInfo(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        CapturedLog log = bench.log();
        RecordingHandler handler = bench.handler();
        Broker broker = bench.broker();
        FaultProxy proxy = redis.proxy(broker);
        String endpoint = "127.0.0.1:" + proxy.port();
        bench.consume(bench.options().concurrency(2), handler);
        bench.consume(broker, bench.topic("second"), bench.options(), bench.handler());
        bench.awaitMarker(handler);
        proxy.goDown();
        redis.pass(Duration.ofMillis(1500));
        assertThat(log.warnings(endpoint)).hasSize(1);
        proxy.comeUp();
        assertGoesOn(bench, handler);
        Eventually.await("the end in the log", () -> log.infos(endpoint).size() == 1);
    }

    @Test
    void serverThatComesAndGoesDoesNotFillTheLog(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        CapturedLog log = bench.log();
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        FaultProxy proxy = redis.proxy(bench.broker());
        for (int outages = 0; outages < 10; outages++) {
            proxy.goDown();
            proxy.comeUp();
            redis.topic(bench).add("m" + outages);
            handler.awaitEnded("m" + outages);
        }
        String endpoint = "127.0.0.1:" + proxy.port();
        assertThat(log.warnings(endpoint).size() + log.infos(endpoint).size()).isLessThanOrEqualTo(4);
    }

    @Test
    void connectionsThatAreCutAreOpenedAgainAndNotMultiplied(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        FaultProxy proxy = redis.proxy(bench.broker());
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        int before = proxy.connections();
        for (int cuts = 0; cuts < 10; cuts++) {
            proxy.cut();
            redis.topic(bench).add("m" + cuts);
            handler.awaitEnded("m" + cuts);
        }
        redis.topic(bench).awaitAllAcked();
        assertThat(proxy.connections()).isLessThanOrEqualTo(before);
    }

    @Test
    void clientsThatTheServerKillsComeBack(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        RedisHarness.of(bench)
                .jedis()
                .clientKill(ClientKillParams.clientKillParams().type(ClientType.NORMAL));
        assertGoesOn(bench, handler);
    }

    @Test
    void halfOpenConnectionsAreGivenUp(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        RedisHarness.of(bench).proxy(bench.broker()).silenceConnections();
        assertGoesOn(bench, handler);
    }

    @Test
    void publishFindsANewConnectionInItsTimeWhereTheOldOneIsHalfOpen(Bench bench) {
        bench.publish("before");
        // Longer than a connection is trusted that nobody uses.
        bench.pass(Duration.ofMillis(1100));
        RedisHarness.of(bench).proxy(bench.broker()).silenceConnections();

        bench.publish("after");

        assertThat(RedisHarness.of(bench).topic(bench).length()).isEqualTo(2);
    }

    @Test
    void serverThatStallsIsWaitedFor(Bench bench) {
        RedisServer server = RedisHarness.of(bench).server();
        CapturedLog log = bench.log();
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        server.freeze();
        Eventually.await("a warning", () -> !log.warnings("127.0.0.1").isEmpty());
        server.thaw();
        assertGoesOn(bench, handler);
    }

    @Test
    void serverThatForgotTheScriptsIsTaughtThemAgain(Bench bench) {
        RecordingHandler handler = bench.handler().on("bad", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(2), handler);
        bench.awaitMarker(handler);
        RedisHarness.of(bench).jedis().scriptFlush();
        bench.publish("bad");
        RedisHarness.of(bench).topic(bench).awaitDead(1);
        assertThat(handler.seen("bad")).hasSize(2);
        assertGoesOn(bench, handler);
    }

    @Test
    void demotedServerIsWaitedFor(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        CapturedLog log = bench.log();
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        jedis.replicaof("127.0.0.1", 1);
        Eventually.await("a warning", () -> !log.warnings("127.0.0.1").isEmpty());
        jedis.replicaofNoOne();
        assertGoesOn(bench, handler);
    }

    @Test
    void everythingFlushedIsTakenUpAgainFromTheBeginning(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        jedis.flushAll();
        assertGoesOn(bench, handler);
    }
}
