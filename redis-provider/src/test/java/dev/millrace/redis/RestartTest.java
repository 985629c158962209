package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Reactions;
import dev.millrace.tck.RecordingHandler;
import dev.millrace.tck.Seen;
import org.junit.jupiter.api.Test;

/** A consumer stops and comes back while a failed message waits for its retry. */
class RestartTest implements OnRedis {

    private static final Duration GAP = Duration.ofMillis(1500);

    private static RecordingHandler failOnce(Bench bench) {
        return bench.handler().on("a", Reactions.throwingUpTo(1));
    }

    @Test
    void restartsUnderTheSameNameUseUpNoDeliveriesAndResetNoClock(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench);
        RecordingHandler first = failOnce(bench);
        bench.consume(bench.options().retryAfter(GAP), first);
        bench.publish("a");
        Seen failed = first.awaitEnded("a");
        bench.settle();
        RecordingHandler last = first;
        for (int restarts = 0; restarts < 4; restarts++) {
            bench.close(bench.broker());
            assertThat(topic.onlyPending().getDeliveredTimes()).isEqualTo(1);
            last = failOnce(bench);
            bench.consume(bench.options().retryAfter(GAP), last);
        }
        Seen retried = last.awaitEnded("a");
        assertThat(retried.deliveries()).isEqualTo(2);
        assertThat(Duration.between(failed.endedAt().orElseThrow(), retried.startedAt()))
                .isBetween(GAP.minusMillis(2), GAP.multipliedBy(2));
    }

    @Test
    void newNameAfterACleanStopGoesOnWithTheSameClock(Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ofHours(1)));
        TopicView topic = RedisHarness.of(bench).topic(bench);
        RecordingHandler first = failOnce(bench);
        bench.consume(bench.options().retryAfter(GAP), first);
        bench.publish("a");
        Seen failed = first.awaitEnded("a");
        bench.close(bench.broker());
        assertThat(topic.onlyPending().getDeliveredTimes()).isEqualTo(1);
        RecordingHandler next = failOnce(bench);
        bench.consume(bench.replica("renamed"), bench.options().retryAfter(GAP), next);
        Seen retried = next.awaitEnded("a");
        assertThat(retried.deliveries()).isEqualTo(2);
        assertThat(Duration.between(failed.endedAt().orElseThrow(), retried.startedAt()))
                .isBetween(GAP.minusMillis(2), GAP.multipliedBy(2));
    }

    @Test
    void consumerThatStopsForGoodLeavesTheGroup(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench);
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.publish("a");
        handler.awaitEnded("a");
        bench.close(bench.broker());
        assertThat(topic.consumers()).noneMatch(name -> name.startsWith("one"));
    }

    @Test
    void newNameAfterACrashGoesOnNoSoonerThanTheClaimTime(Bench bench) {
        RecordingHandler first = bench.handler().on("a", bench.gate().holding());
        bench.consume(first);
        bench.publish("a");
        Seen crashed = first.awaitStarted("a");
        bench.crash(bench.broker());
        RecordingHandler next = bench.handler();
        bench.consume(bench.replica("renamed"), next);
        Seen claimed = next.awaitEnded("a");
        assertThat(claimed.deliveries()).isEqualTo(2);
        assertThat(Duration.between(crashed.startedAt(), claimed.startedAt()))
                .isGreaterThanOrEqualTo(bench.claimAfter().minusMillis(2));
    }
}
