package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.FaultProxy;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** RDS-9: what many handlers cost in connections, threads and commands. */
class ConnectionsTest {

    private final RedisServer server = RedisServer.start();
    private final String prefix = "connections." + UUID.randomUUID() + ".";
    private final ConcurrentHashMap<String, AtomicInteger> handled = new ConcurrentHashMap<>();

    @AfterEach
    void stop() {
        server.close();
    }

    private DeliveryHandler counting(String where) {
        AtomicInteger count = handled.computeIfAbsent(where, first -> new AtomicInteger());
        return delivery -> {
            count.incrementAndGet();
            return CompletableFuture.completedFuture(null);
        };
    }

    private int handled() {
        return handled.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    private static List<String> ioThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("millrace-redis-"))
                .toList();
    }

    @Test
    void thirtyHandlersInFiveGroupsAndTwentyPublishersShareSevenConnections() {
        List<String> before = ioThreads();
        try (RedisBroker broker = RedisBroker.connect(server.uri())) {
            for (int i = 0; i < 30; i++) {
                String group = "group-" + i % 5;
                broker.consume(prefix + i, ConsumerOptions.group(group), counting(prefix + i));
            }
            List<CompletableFuture<?>> publishers = new ArrayList<>();
            for (int p = 0; p < 20; p++) {
                publishers.add(CompletableFuture.runAsync(
                        () -> IntStream.range(0, 300).forEach(i -> broker.publish(prefix + i % 30, "m" + i)),
                        work -> new Thread(work).start()));
            }
            publishers.forEach(CompletableFuture::join);
            Eventually.await("all of them handled", () -> handled() == 6_000, () -> handled() + " handled");
            assertThat(server.clients()).hasSizeLessThanOrEqualTo(5 + 2);
            // One of them only for as long as much is written at once.
            assertThat(ioThreads()).hasSizeLessThanOrEqualTo(before.size() + 5 + 3);
        }
        assertThat(handled.values()).allSatisfy(count -> assertThat(count).hasValue(200));
    }

    @Test
    void twoHundredIdleSubscriptionsCostThreeConnectionsAndHardlyACommand() {
        List<String> before = ioThreads();
        try (FaultProxy proxy = FaultProxy.before(server);
                RedisBroker broker = RedisBroker.connect(proxy.uri())) {
            for (int i = 0; i < 200; i++) {
                broker.consume(prefix + i, ConsumerOptions.group("idle"), counting(prefix + i));
            }
            // What joining asks for is over once the reads come one after the other.
            awaitReads(proxy, 2);
            int commands = proxy.requests().size();
            long start = System.nanoTime();
            awaitReads(proxy, 4);
            double seconds = (System.nanoTime() - start) / 1e9;
            assertThat((proxy.requests().size() - commands) / seconds)
                    .as("commands a second")
                    .isLessThan(4);
            assertThat(server.clients()).hasSizeLessThanOrEqualTo(3);
            assertThat(ioThreads()).hasSizeLessThanOrEqualTo(before.size() + 1 + 2);

            broker.publish(prefix + 137, "a");
            Eventually.await("the message of one of them", () -> handled() == 1);
        }
    }

    private static void awaitReads(FaultProxy proxy, int more) {
        long before = reads(proxy);
        Eventually.await(more + " more reads", () -> reads(proxy) >= before + more);
    }

    private static long reads(FaultProxy proxy) {
        return proxy.requests().stream()
                .filter(request -> request.name().equals("XREADGROUP"))
                .count();
    }

    @Test
    void whatIsWrongWithOneOfThirtyTopicsIsNoMatterToTheOthers() {
        try (Logs logs = Logs.listen();
                Jedis jedis = server.jedis();
                RedisBroker broker = RedisBroker.builder()
                        .url(server.uri())
                        .blockFor(Duration.ofMillis(500))
                        .connect()) {
            for (int i = 0; i < 30; i++) {
                broker.consume(prefix + i, ConsumerOptions.group("billing"), counting(prefix + i));
            }
            jedis.del(prefix + 7);
            jedis.set(prefix + 7, "mine");
            logs.await("SEVERE", prefix + 7 + ", group billing: cannot be served");
            for (int round = 1; round <= 20; round++) {
                publishToAllBut7(broker);
                int expected = round * 29;
                Eventually.await("round " + round, () -> handled() == expected);
            }
            assertThat(logs.lines())
                    .filteredOn(line -> line.contains(prefix) && line.startsWith("SEVERE"))
                    .hasSize(1);

            jedis.del(prefix + 7);
            broker.publish(prefix + 7, "again");
            Eventually.await(
                    "the one that was stopped", () -> handled.get(prefix + 7).get() == 1);
        }
    }

    private void publishToAllBut7(RedisBroker broker) {
        for (int i = 0; i < 30; i++) {
            if (i != 7) {
                broker.publish(prefix + i, "a");
            }
        }
    }
}
