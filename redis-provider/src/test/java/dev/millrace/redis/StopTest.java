package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.Stream;

import dev.millrace.Broker;
import dev.millrace.Subscription;
import dev.millrace.redis.fixture.Fault;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.Request;
import dev.millrace.redis.fixture.Steps;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Gate;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;

class StopTest implements OnRedis {

    private static Duration timeOf(Runnable action) {
        long start = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - start);
    }

    @Test
    void idleConsumerStopsInUnderASecondWhateverTheBlockTime(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench).set("block-for", "30s").set("timeout", "30s");
        Broker broker = bench.broker();
        Fault read = redis.proxy(broker).see(Steps.READ);
        bench.consume(bench.handler());
        read.await();
        assertThat(timeOf(() -> bench.close(broker))).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void consumerStopsInUnderASecondEvenIfTheServerIsGone(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench).set("block-for", "30s").set("timeout", "500ms");
        Broker broker = bench.broker();
        Fault read = redis.proxy(broker).see(Steps.READ);
        bench.consume(bench.handler());
        read.await();
        redis.proxy(broker).goDown();
        assertThat(timeOf(() -> bench.close(broker))).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void stopInMidBatchFinishesWhatIsInHandAndHandsBackTheRestUncounted(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ofHours(1)));
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        topic.addMany("m", 10);
        Gate gate = bench.gate();
        RecordingHandler stopping = bench.handler().otherwise(gate.holding());
        Broker broker = bench.broker();
        Subscription subscription = bench.consume(bench.options().concurrency(2), stopping);
        stopping.awaitInHand(2);
        Thread stop = new Thread(() -> bench.close(broker));
        var held = stopping.texts();
        // What the stop begins with, before the handlers can be done.
        subscription.pause();
        stop.start();
        gate.open();
        join(stop);
        assertThat(stopping.texts()).isEqualTo(held).hasSize(2);
        assertThat(topic.pending())
                .allSatisfy(entry -> assertThat(entry.getDeliveredTimes()).isZero());
        RecordingHandler next = bench.handler();
        bench.consume(bench.replica("two"), next);
        topic.awaitAllAcked();
        assertThat(Stream.concat(held.stream(), next.texts().stream()))
                .doesNotHaveDuplicates()
                .hasSize(10);
        assertThat(next.seen()).allSatisfy(seen -> assertThat(seen.deliveries()).isEqualTo(1));
    }

    private static void join(Thread thread) {
        try {
            thread.join(Duration.ofSeconds(20).toMillis());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertThat(thread.isAlive()).isFalse();
    }

    @Test
    void entryReadWhileStoppingIsHandedBackUncountedAndOpenToAll(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ofHours(1)));
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench).create();
        Fault read = redis.proxy(bench.broker()).hold(Steps.READ);
        RecordingHandler stopping = bench.handler();
        Subscription subscription = bench.consume(stopping);
        read.await();
        topic.add("a");
        subscription.pause();
        read.release();
        topic.awaitPending(1);
        RecordingHandler next = bench.handler();
        bench.consume(bench.replica("two"), next);
        assertThat(next.awaitEnded("a").deliveries()).isEqualTo(1);
        topic.awaitAllAcked();
        assertThat(stopping.seen()).isEmpty();
    }

    @Test
    void messageThatOutlastsTheStopStaysPendingAndIsNoDeadLetter(Bench bench) {
        bench.config(bench.config().shutdownTimeout(Duration.ofMillis(200)));
        TopicView topic = RedisHarness.of(bench).topic(bench);
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().otherwise(gate.holding());
        Broker broker = bench.broker();
        bench.consume(bench.options().maxDeliveries(1), handler);
        bench.publish("a");
        handler.awaitStarted("a");
        assertThat(timeOf(broker::close)).isBetween(Duration.ofMillis(190), Duration.ofSeconds(3));
        gate.open();
        handler.awaitEnded("a");
        assertThat(topic.onlyPending().getDeliveredTimes()).isEqualTo(1);
        assertThat(topic.deadPayloads()).isEmpty();
    }

    @Test
    void closingTwiceIsHarmless(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        Broker broker = bench.broker();
        broker.close();
        assertThat(timeOf(broker::close)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void nothingIsReadOnceTheStopHasBegun(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench);
        RecordingHandler handler = bench.handler();
        var subscription = bench.consume(handler);
        bench.awaitMarker(handler);
        subscription.pause();
        assertThat(subscription.awaitIdle(bench.patience())).isTrue();
        topic.add("late");
        bench.close(bench.broker());
        assertThat(topic.unread() + topic.pending().size()).isEqualTo(1);
        assertThat(handler.texts()).doesNotContain("late");
    }

    @Test
    void brokerThatWasOnlyMadeOpensNoConnection(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        Broker broker = bench.broker();
        assertThat(redis.proxy(broker).requests()).isEmpty();
        broker.close();
        assertThat(redis.proxy(broker).requests()).extracting(Request::name).isEmpty();
    }
}
