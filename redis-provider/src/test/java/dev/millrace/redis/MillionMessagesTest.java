package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import dev.millrace.ConsumerOptions;
import dev.millrace.OutgoingMessage;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** TPC-7: what is acked does not fill the server, over a million messages. */
@Tag("heavy")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class MillionMessagesTest {

    private static final String TOPIC = "orders";
    private static final int MILLION = 1_000_000;
    private static final int LENGTH = 10_000;

    /** How far acks may be behind: these entries are kept beyond the length of the topic. */
    private static final int BEHIND = 10_000;

    /** Between two trims: 1,000 writes and 1,000 acks, and the entries of a node. */
    private static final int SLACK = 5_000;

    /** All of them would take about 250 MB. */
    private static final long BYTES = 30L << 20;

    private final RedisServer server = RedisServer.start();
    private final Jedis jedis = server.jedis();
    private final Semaphore ahead = new Semaphore(BEHIND);
    private final AtomicInteger handled = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @AfterEach
    void close() {
        jedis.close();
        server.close();
    }

    @Test
    void memoryOfTheServerAndLengthOfTheTopicStayBounded() throws InterruptedException {
        long before = usedMemory();
        String payload = "x".repeat(200);
        try (RedisBroker broker =
                RedisBroker.builder().url(server.uri()).maxLength(LENGTH).connect()) {
            broker.consume(TOPIC, ConsumerOptions.group("billing").concurrency(8), delivery -> {
                handled.incrementAndGet();
                ahead.release();
                return CompletableFuture.completedFuture(null);
            });
            for (int i = 1; i <= MILLION; i++) {
                ahead.acquire();
                broker.publishAsync(OutgoingMessage.to(TOPIC, payload)).whenComplete((id, refused) -> {
                    if (refused != null) {
                        failure.compareAndSet(null, refused);
                    }
                });
                if (i % 20_000 == 0) {
                    assertBounded(before);
                }
            }
            Eventually.await("all to be handled", () -> handled.get() >= MILLION, handled::toString);
            Eventually.await(
                    "all to be acked",
                    () -> broker.groups(TOPIC).find("billing").orElseThrow().pending() == 0);
            assertBounded(before);
        }
        assertThat(failure).hasValue(null);
        assertThat(handled).hasValue(MILLION);
    }

    private void assertBounded(long before) {
        assertThat(jedis.xlen(TOPIC)).isLessThan(LENGTH + BEHIND + SLACK);
        assertThat(usedMemory() - before).isLessThan(BYTES);
    }

    private long usedMemory() {
        return Long.parseLong(server.info("memory").get("used_memory"));
    }
}
