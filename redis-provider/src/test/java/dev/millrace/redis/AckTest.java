package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.millrace.ConsumerOptions;
import dev.millrace.Subscription;
import dev.millrace.redis.fixture.Fault;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.Steps;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Draining;
import dev.millrace.tck.Gate;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;

/** DLV-2: an ack that fails is sent again, and until it was answered the message is in hand. */
class AckTest implements OnRedis {

    @Test
    void ackThatNeverReachedTheServerIsSentAgainAndTheMessageNotRunAgain(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        Fault held = redis.proxy(bench.broker()).hold(Steps.ACK);
        bench.publish("a");
        held.await();
        held.drop();
        redis.topic(bench).awaitAllAcked();
        assertThat(handler.texts()).containsExactly("a");
    }

    @Test
    void messageIsNotRunAgainWhileItsAckIsUnderWay(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench).set("timeout", "10s");
        RecordingHandler handler = bench.handler();
        bench.consume(bench.options().concurrency(2), handler);
        Fault held = redis.proxy(bench.broker()).hold(Steps.ACK);
        bench.publish("a");
        held.await();
        // Idle for longer than any gap: only that it is in hand speaks against running it.
        TopicView topic = redis.topic(bench);
        topic.age(
                topic.pending().stream().map(entry -> entry.getID().toString()).toList(),
                topic.onlyPending().getConsumerName(),
                Duration.ofHours(1),
                1);
        redis.pass(bench.gap().multipliedBy(8));
        assertThat(topic.onlyPending().getDeliveredTimes()).isEqualTo(1);
        held.release();
        topic.awaitAllAcked();
        assertThat(handler.texts()).containsExactly("a");
    }

    @Test
    void ackUnderWayIsAwaitedByACloseThoughItsSubscriptionIsClosedBefore(Bench bench) throws Exception {
        RedisHarness redis = RedisHarness.of(bench).set("timeout", "10s");
        Subscription subscription = bench.consume(bench.handler());
        Fault held = redis.proxy(bench.broker()).hold(Steps.ACK);
        bench.publish("a");
        held.await();
        subscription.close();
        CompletableFuture<?> closing = Draining.beginClose("broker", bench.broker(), bench.patience());
        held.release();
        closing.get(bench.patience().toSeconds(), TimeUnit.SECONDS);
        assertThat(redis.topic(bench).pending()).isEmpty();
    }

    @Test
    void ackOfOneGroupRemovesNothingForAnother(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench).set("max-length", "1");
        TopicView behind = redis.topic(bench).in("behind").create();
        RecordingHandler fast = bench.handler();
        bench.consume(fast);
        for (int i = 1; i <= 300; i++) {
            bench.publish("m" + i);
        }
        fast.awaitEnded(300);
        redis.topic(bench).awaitAllAcked();
        assertThat(behind.unread()).isEqualTo(300);
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("m300", gate.holding());
        bench.consume(bench.broker(), ConsumerOptions.group("behind"), slow);
        slow.awaitEnded(299);
        slow.awaitStarted("m300");
        assertThat(slow.seen()).hasSize(300);
    }
}
