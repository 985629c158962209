package dev.millrace.redis;

import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import dev.millrace.ConsumerOptions;
import dev.millrace.OutgoingMessage;
import dev.millrace.StartAt;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.RedisServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** RTY-3: a retry comes when it is due, however much else is in hand, and however long a read may wait. */
class RetryOnTimeTest {

    private static final int MESSAGES = 1_500;

    private final String topic = "retries." + UUID.randomUUID();
    private final Set<String> handled = ConcurrentHashMap.newKeySet();

    /** The longest there is: were retries found only once a read has ended, they would add up to minutes. */
    private final RedisBroker broker = RedisBroker.builder()
            .url(RedisServer.shared().uri())
            .blockFor(Duration.ofSeconds(30))
            .retryAfter(Duration.ofMillis(50))
            .connect();

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void retryIsNotLateThoughManyWaitForTheirKeys() {
        publishAll();

        consume(ConsumerOptions.group("billing").concurrency(4).orderedBy("key"));

        awaitAll();
    }

    @Test
    void retryIsNotLateThoughManyWaitForASlot() {
        publishAll();

        consume(ConsumerOptions.group("billing").concurrency(4));

        awaitAll();
    }

    private void publishAll() {
        CompletableFuture.allOf(IntStream.range(0, MESSAGES)
                        .mapToObj(i -> OutgoingMessage.to(topic, "m" + i).header("key", "k" + i % 7))
                        .map(message -> broker.publishAsync(message).toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    private void consume(ConsumerOptions options) {
        broker.consume(topic, options.startAt(StartAt.EARLIEST), delivery -> {
            String text = delivery.message().text();
            if (text.endsWith("0") && delivery.message().deliveries() == 1) {
                throw new IllegalStateException("not yet");
            }
            handled.add(text);
            return CompletableFuture.completedFuture(null);
        });
    }

    private void awaitAll() {
        Eventually.await("all handled", () -> handled.size() == MESSAGES, () -> handled.size() + " handled");
    }
}
