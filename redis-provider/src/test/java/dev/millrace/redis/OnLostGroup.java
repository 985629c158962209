package dev.millrace.redis;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.millrace.ConsumerOptions;
import dev.millrace.MessageHandler;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.fixture.RedisServer;
import org.junit.jupiter.api.AfterEach;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.XAddParams;

/** A broker on a topic whose group gets lost, and what was handled of it. */
abstract class OnLostGroup {

    static final String GROUP = "billing";

    final RedisServer server = RedisServer.shared();
    final Jedis jedis = server.jedis();
    final Logs logs = Logs.listen();
    final String topic = "lost." + UUID.randomUUID();
    final RedisBroker broker = RedisBroker.builder()
            .url(server.uri())
            .retryAfter(Duration.ofMillis(200))
            .blockFor(Duration.ofMillis(300))
            .connect();
    final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        broker.close();
        jedis.close();
        logs.close();
    }

    void consume() {
        consume(message -> handled.add(message.text()));
    }

    void consume(MessageHandler handler) {
        consume(broker, ConsumerOptions.group(GROUP), handler);
    }

    void consume(RedisBroker with, ConsumerOptions options, MessageHandler handler) {
        with.consume(topic, options, delivery -> {
            handler.handle(delivery.message());
            return CompletableFuture.completedFuture(null);
        });
    }

    void add(String payload) {
        jedis.xadd(topic, XAddParams.xAddParams(), Map.of("payload", payload));
    }

    void awaitHandled(String payload) {
        Eventually.await(payload + " handled", () -> handled.contains(payload), handled::toString);
    }

    /** Until the group's watermark says that all is done, which is what the next loss is measured by. */
    void awaitWatermark() {
        Eventually.await("a watermark at the end of the topic", () -> {
            String noted = jedis.hget("{" + topic + "}:millrace", "watermark:" + GROUP);
            String last = jedis.xinfoStream(topic).getLastGeneratedId().toString();
            return noted != null && noted.startsWith("- " + last + " " + last + " ");
        });
    }
}
