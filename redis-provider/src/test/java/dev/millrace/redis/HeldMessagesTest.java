package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import dev.millrace.Subscription;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Gate;
import dev.millrace.tck.Reactions;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;

/** What is read ahead of a handler: how much, and what becomes of it. */
class HeldMessagesTest implements OnRedis {

    private static final int ALL = 300;

    /** Quick with some messages, so that others are read ahead, and then slow with one. */
    private static RecordingHandler stoppingAt(Bench bench, Gate gate) {
        return bench.handler().on("m150", gate.holding());
    }

    private static TopicView full(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        topic.addMany("m", ALL);
        return topic;
    }

    private static List<String> texts() {
        return IntStream.rangeClosed(1, ALL).mapToObj(i -> "m" + i).toList();
    }

    @Test
    void quickHandlerIsReadAheadOfWithinTheBatchSize(Bench bench) {
        TopicView topic = full(bench);
        Gate gate = bench.gate();
        RecordingHandler handler = stoppingAt(bench, gate);
        bench.consume(handler);
        handler.awaitStarted("m150");
        Eventually.await(
                "some that are held, and no more than a batch",
                () -> topic.pending().size() > 1 && topic.pending().size() <= 101,
                () -> topic.pending().toString());
        gate.open();
        handler.awaitEnded(ALL);
        assertThat(handler.texts()).containsExactlyElementsOf(texts());
    }

    @Test
    void nothingIsReadAheadOfAHandlerWhoseMessagesMayRunOnce(Bench bench) {
        TopicView topic = full(bench);
        Gate gate = bench.gate();
        RecordingHandler handler = stoppingAt(bench, gate);
        bench.consume(bench.options().maxDeliveries(1), handler);
        handler.awaitStarted("m150");
        topic.awaitPending(1);
        gate.open();
        handler.awaitEnded(ALL);
        assertThat(topic.deadPayloads()).isEmpty();
    }

    @Test
    void heldMessagesAreHandedBackUncountedByAPause(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ofHours(1)));
        TopicView topic = full(bench);
        Gate gate = bench.gate();
        RecordingHandler handler = stoppingAt(bench, gate);
        Subscription subscription = bench.consume(handler);
        handler.awaitStarted("m150");
        Eventually.await("some that are held", () -> topic.pending().size() > 1);
        subscription.pause();
        RecordingHandler next = bench.handler();
        bench.consume(bench.replica("two"), next);
        Eventually.await(
                "all but the one in hand",
                () -> handler.texts().size() + next.texts().size() == ALL);
        assertThat(next.seen()).allSatisfy(seen -> assertThat(seen.deliveries()).isEqualTo(1));
        gate.open();
        topic.awaitAllAcked();
        assertThat(handler.texts()).hasSize(150);
    }

    @Test
    void messagesHeldForAHandlerThatBecameSlowAreLeftToAnotherReplica(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ofHours(1)));
        TopicView topic = full(bench);
        Gate gate = bench.gate();
        RecordingHandler handler = stoppingAt(bench, gate);
        bench.consume(handler);
        handler.awaitStarted("m150");
        RecordingHandler next = bench.handler();
        bench.consume(bench.replica("two"), next);
        Eventually.await(
                "all but the one in hand",
                () -> handler.texts().size() + next.texts().size() == ALL);
        gate.open();
        topic.awaitAllAcked();
        assertThat(next.seen()).allSatisfy(seen -> assertThat(seen.deliveries()).isEqualTo(1));
    }

    @Test
    void messagesThatComeBackForWantOfAnotherReplicaKeepTheirOrder(Bench bench) {
        TopicView topic = full(bench);
        Gate gate = bench.gate();
        RecordingHandler handler = stoppingAt(bench, gate);
        bench.consume(handler);
        handler.awaitStarted("m150");
        Eventually.await(
                "those held handed back",
                () -> topic.pending().stream()
                                .filter(each -> each.getDeliveredTimes() == 0)
                                .count()
                        > 0);
        gate.open();
        handler.awaitEnded(ALL);
        assertThat(handler.texts()).containsExactlyElementsOf(texts());
        assertThat(handler.seen())
                .allSatisfy(seen -> assertThat(seen.deliveries()).isEqualTo(1));
    }

    @Test
    void dueRetriesGetTheirTurnAmongMessagesThatAreHeld(Bench bench) {
        TopicView topic = full(bench);
        RecordingHandler handler = bench.handler()
                .on("m10", Reactions.throwingUpTo(1))
                .otherwise(delivery -> {
                    Thread.sleep(2);
                    return Reactions.returning().handle(delivery);
                });
        bench.consume(bench.options().retryAfter(Duration.ofMillis(50)), handler);
        handler.awaitEnded("m10", 2);
        assertThat(handler.texts()).doesNotContain("m" + ALL);
        topic.awaitAllAcked();
    }
}
