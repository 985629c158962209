package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.millrace.DeliveryHandler;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.redis.fixture.WorkerProcess;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Gate;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.resps.StreamPendingEntry;

/** Handlers that take longer than the claim time and every retry gap: each message is run once. */
class SlowHandlerTest implements OnRedis {

    private static final Duration CLAIM_AFTER = Duration.ofMillis(300);

    @Test
    void messageInHandIsNotRunAgainByItsOwnReplica(Bench bench) {
        bench.config(bench.config().claimAfter(CLAIM_AFTER));
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("slow", gate.holding());
        bench.consume(bench.options().concurrency(2), handler);
        bench.publish("slow");
        handler.awaitStarted("slow");
        bench.pass(CLAIM_AFTER.multipliedBy(4));
        bench.awaitMarker(handler);
        assertThat(handler.seen("slow")).hasSize(1);
    }

    @Test
    void messageInHandIsLeftAloneHoweverIdleItLooks(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench);
        RecordingHandler handler = bench.handler().on("slow", bench.gate().holding());
        bench.consume(bench.options().concurrency(2), handler);
        String id = bench.publish("slow");
        handler.awaitStarted("slow");
        topic.age(List.of(id), topic.onlyPending().getConsumerName(), Duration.ofHours(1), 1);
        bench.pass(Duration.ofSeconds(2));
        bench.awaitMarker(handler);
        assertThat(handler.seen("slow")).hasSize(1);
        assertThat(topic.pending())
                .filteredOn(entry -> entry.getID().toString().equals(id))
                .extracting(StreamPendingEntry::getDeliveredTimes)
                .containsExactly(1L);
    }

    @Test
    void messageInHandIsNotRunByASibling(Bench bench) {
        bench.config(bench.config().claimAfter(CLAIM_AFTER));
        Gate gate = bench.gate();
        RecordingHandler one = bench.handler().on("slow", gate.holding());
        RecordingHandler other = bench.handler();
        bench.consume(one);
        bench.publish("slow");
        one.awaitStarted("slow");
        bench.consume(bench.replica("two"), other);
        bench.pass(CLAIM_AFTER.multipliedBy(4));
        bench.awaitMarker(other);
        gate.open();
        RedisHarness.of(bench).topic(bench).awaitAllAcked();
        assertThat(one.seen("slow")).hasSize(1);
        assertThat(other.seen("slow")).isEmpty();
    }

    @Test
    void messageInHandIsNotRunByAnotherProcessOnTheHost(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench).create();
        WorkerProcess.Setup setup = WorkerProcess.of(redis.server().uri(), topic.topic(), topic.group())
                .set("claim-after", "300ms")
                .set("retry-after", "50ms");
        topic.add("wait:slow");
        try (WorkerProcess one = setup.start()) {
            one.awaitStarted("wait:slow");
            try (WorkerProcess other = setup.start()) {
                bench.pass(CLAIM_AFTER.multipliedBy(4));
                topic.add("pass:marker");
                other.awaitFinished("pass:marker");
                one.go("wait:slow");
                topic.awaitAllAcked();
                assertThat(one.started()).containsExactly("wait:slow 1");
                assertThat(other.started()).containsExactly("pass:marker 1");
                assertThat(topic.consumers()).doesNotHaveDuplicates().hasSize(2);
            }
        }
    }

    @Test
    void batchOfSlowMessagesBesideASiblingIsRunWithoutOverlap(Bench bench) {
        bench.config(bench.config().claimAfter(CLAIM_AFTER));
        RecordingHandler one = bench.handler().otherwise(working(Duration.ofMillis(120)));
        RecordingHandler other = bench.handler().otherwise(working(Duration.ofMillis(120)));
        List<String> texts = IntStream.rangeClosed(1, 16).mapToObj(i -> "m" + i).toList();
        bench.publish(texts.toArray(String[]::new));
        bench.consume(one);
        bench.consume(bench.replica("two"), other);
        RedisHarness.of(bench).topic(bench).awaitAllAcked();
        assertThat(Stream.concat(one.texts().stream(), other.texts().stream()))
                .containsExactlyInAnyOrderElementsOf(texts);
        assertThat(one.seen()).isNotEmpty();
        assertThat(other.seen()).isNotEmpty();
    }

    /** What a handler does that has work to do for a while. */
    private static DeliveryHandler working(Duration time) {
        return delivery -> {
            new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
            return CompletableFuture.completedFuture(null);
        };
    }

    @Test
    void handlerThatOutlastsTheClaimTimeIsReportedOnceWithItsStack(Bench bench) {
        bench.config(bench.config().claimAfter(CLAIM_AFTER));
        var log = bench.log();
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("slow", gate.holding());
        bench.consume(handler);
        String id = bench.publish("slow");
        handler.awaitStarted("slow");
        bench.pass(CLAIM_AFTER.multipliedBy(4));
        gate.open();
        bench.settle();
        assertThat(log.warnings(bench.topic(), id))
                .hasSize(1)
                .first()
                .asString()
                .contains("Gate");
    }
}
