package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import dev.millrace.BroadcastSubscription;
import dev.millrace.Broker;
import dev.millrace.MessageGap;
import dev.millrace.PayloadCodec;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.FaultProxy;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.RedisServer;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.Gate;
import dev.millrace.tck.RecordingHandler;
import dev.millrace.tck.Theme;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.StreamEntryID;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;
import redis.clients.jedis.params.RestoreParams;
import redis.clients.jedis.params.XAddParams;

/** TPC-4 and RDS-9: what the kit cannot bring about for broadcast subscribers. */
class BroadcastTest implements Theme {

    private static final SubscriberOptions ALL = SubscriberOptions.from(Position.earliest());

    private final Logs logs = Logs.listen();

    @Override
    public BrokerHarness harness() {
        return RedisHarness.alone("--appendonly", "yes", "--appendfsync", "always")
                .set("block-for", "200ms")
                .set("timeout", "500ms");
    }

    @AfterEach
    void close() {
        logs.close();
    }

    private static RedisServer server(Bench bench) {
        return RedisHarness.of(bench).server();
    }

    @Test
    void killedConnectionIsResumedAtThePositionReached(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        RecordingHandler handler = bench.handler();
        bench.subscribe(Position.earliest(), handler);

        for (int i = 0; i < 20; i++) {
            RedisHarness.of(bench).topic(bench).add("order " + i);
            jedis.clientKill(
                    ClientKillParams.clientKillParams().type(ClientType.NORMAL).skipMe(ClientKillParams.SkipMe.YES));
            RedisHarness.of(bench).topic(bench).add("between " + i);
        }

        handler.awaitEnded("between 19");
        assertThat(handler.texts())
                .isEqualTo(IntStream.range(0, 20)
                        .boxed()
                        .flatMap(i -> List.of("order " + i, "between " + i).stream())
                        .toList());
    }

    @Test
    void restartedServerIsFollowedFromThePositionReached(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.subscribe(Position.latest(), handler);
        bench.publish("before");
        handler.awaitEnded("before");

        server(bench).kill();
        server(bench).startAgain();
        RedisHarness.of(bench).topic(bench).add("after");

        handler.awaitEnded("after");
        assertThat(handler.texts()).containsExactly("before", "after");
    }

    @Test
    void whatWasTrimmedWhileItWasAwayIsToldWithItsCount(Bench bench) {
        assumeTrue(server(bench).counts(), "before Redis 7 the server does not count entries");
        Jedis jedis = RedisHarness.of(bench).jedis();
        List<MessageGap> gaps = new CopyOnWriteArrayList<>();
        RecordingHandler handler = bench.handler();
        Broker broker = bench.replica("away");
        bench.subscribe(broker, SubscriberOptions.from(Position.latest()).onGap(gaps::add), handler);
        String last = RedisHarness.of(bench).topic(bench).add("before");
        handler.awaitEnded("before");
        FaultProxy proxy = RedisHarness.of(bench).proxy(broker);

        proxy.goDown();
        RedisHarness.of(bench).topic(bench).addMany("missed", 500);
        String first = RedisHarness.of(bench).topic(bench).add("after");
        jedis.xtrim(bench.topic(), 1, false);
        proxy.comeUp();

        handler.awaitEnded("after");
        assertThat(gaps).singleElement().satisfies(gap -> {
            assertThat(gap.count()).hasValue(500);
            assertThat(gap.after()).isEqualTo(last);
            assertThat(gap.before()).isEqualTo(first);
        });
        assertThat(logs.warnings(bench.topic())).anyMatch(line -> line.contains("500 messages"));
    }

    @Test
    void streamThatWasDeletedIsFollowedFromItsBeginning(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        RecordingHandler handler = bench.handler();
        bench.subscribe(Position.earliest(), handler);
        bench.publish("before");
        handler.awaitEnded("before");

        jedis.del(bench.topic());
        jedis.xadd(bench.topic(), XAddParams.xAddParams().id(new StreamEntryID(1, 1)), Map.of("payload", "low"));

        handler.awaitEnded("low");
        assertThat(logs.warnings(bench.topic())).anyMatch(line -> line.contains("It goes on at the beginning"));
    }

    @Test
    void streamThatLostItsEndIsFollowedFromWhatIsKnownOfIt(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        RecordingHandler handler = bench.handler();
        bench.subscribe(Position.earliest(), handler);
        bench.publish("order 1", "order 2");
        String kept = bench.publish("order 3");
        byte[] before = jedis.dump(bench.topic());
        bench.publish("lost");
        handler.awaitEnded("lost");

        jedis.restore(bench.topic(), 0, before, RestoreParams.restoreParams().replace());
        logs.await("WARNING", "It goes on after " + kept);
        bench.publish("order 4");

        handler.awaitEnded("order 4");
        assertThat(handler.texts()).containsExactly("order 1", "order 2", "order 3", "lost", "order 4");
    }

    @Test
    void topicOfAForeignTypeStopsAloneWithOneError(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        jedis.set(bench.topic("foreign"), "mine");
        RecordingHandler handler = bench.handler();
        bench.broker().subscribe(bench.topic("foreign"), ALL, bench.handler());
        bench.subscribe(bench.broker(), ALL, handler);

        logs.await("SEVERE", bench.topic("foreign"));
        bench.awaitMarker(handler);
        bench.pass(bench.gap().multipliedBy(10));
        bench.awaitMarker(handler);

        assertThat(logs.problems(bench.topic("foreign"))).hasSize(1);
    }

    @Test
    void topicWhoseMessagesCannotBeReadStopsAloneWithOneError(Bench bench) {
        String broken = bench.topic("broken");
        Broker reader = RedisBroker.builder()
                .url(server(bench).uri())
                .codecs(topic -> {
                    if (topic.equals(broken)) {
                        throw new IllegalArgumentException("no codec has that name");
                    }
                    return PayloadCodec.jsonb();
                })
                .connect();
        bench.closeAtEnd(reader);
        RecordingHandler handler = bench.handler();
        reader.subscribe(broken, ALL, bench.handler());
        bench.subscribe(reader, ALL, handler);

        bench.broker().publish(broken, "order");
        logs.await("SEVERE", broken);
        bench.awaitMarker(handler);
        bench.pass(bench.gap().multipliedBy(10));
        bench.awaitMarker(handler);

        assertThat(logs.problems(broken)).hasSize(1);
    }

    @Test
    void topicThatBecomesOfAForeignTypeStopsAloneUntilItIsMended(Bench bench) {
        Jedis jedis = RedisHarness.of(bench).jedis();
        RecordingHandler handler = bench.handler();
        RecordingHandler other = bench.handler();
        bench.subscribe(bench.broker(), ALL, handler);
        bench.broker().subscribe(bench.topic("other"), ALL, other);
        bench.awaitMarker(handler);
        jedis.set(bench.topic(), "mine");

        logs.await("SEVERE", bench.topic());
        bench.broker().publish(bench.topic("other"), "order");
        other.awaitEnded("order");
        jedis.del(bench.topic());
        bench.publish("after");

        handler.awaitEnded("after");
        logs.await("INFO", "is served again");
    }

    @Test
    void malformedEntryIsPassedOverWithAWarning(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.subscribe(Position.earliest(), handler);

        RedisHarness.of(bench).jedis().xadd(bench.topic(), StreamEntryID.NEW_ENTRY, Map.of("what", "ever"));

        bench.awaitMarker(handler);
        assertThat(handler.seen()).hasSize(1);
        assertThat(logs.warnings(bench.topic())).singleElement().asString().contains("malformed");
    }

    @Test
    void allSubscribersOfABrokerShareOneConnectionAndOneThread(Bench bench) {
        RecordingHandler handler = bench.handler();
        Broker broker = bench.replica("counted");
        broker.publish(bench.topic(), "order");
        int before = RedisHarness.of(bench).proxy(broker).connections();
        List<BroadcastSubscription> subscriptions = IntStream.range(0, 20)
                .mapToObj(i -> broker.subscribe(bench.topic(Integer.toString(i)), ALL, handler))
                .toList();
        IntStream.range(0, 20).forEach(i -> broker.publish(bench.topic(Integer.toString(i)), "order " + i));
        handler.awaitEnded(20);

        assertThat(RedisHarness.of(bench).proxy(broker).connections()).isEqualTo(before + 1);
        assertThat(readers()).isEqualTo(1);

        subscriptions.forEach(BroadcastSubscription::close);
        Eventually.await("the reader to end", () -> readers() == 0);
        Eventually.await(
                "its connection to be gone",
                () -> server(bench).clients().stream().noneMatch(client -> client.contains("cmd=xread ")));
    }

    private static long readers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("millrace-redis-broadcast"))
                .count();
    }

    @Test
    void blockedSubscriberIsReadForAgainOnceItHasRoom(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order 0", gate.holding());
        bench.subscribe(bench.broker(), ALL.buffer(2), slow);
        bench.publish("order 0");
        slow.awaitStarted("order 0");
        RedisHarness.of(bench).topic(bench).addMany("order", 300);

        gate.open();

        slow.awaitEnded(301);
        assertThat(slow.seen().stream().map(seen -> seen.message().id()))
                .doesNotHaveDuplicates()
                .isEqualTo(RedisHarness.of(bench).jedis().xrange(bench.topic(), "-", "+").stream()
                        .map(entry -> entry.getID().toString())
                        .toList());
    }
}
