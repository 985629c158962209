package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Reactions;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;

/** Many entries are pending, and those that cannot be run must not hide those that can. */
class BacklogTest implements OnRedis {

    private static final Duration GAP = Duration.ofMinutes(10);

    @Test
    void ownEntriesThatWaitLongNeverHideThoseThatAreDue(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench).create();
        topic.addMany("m", 150);
        String own = "one";
        List<String> ids = topic.handOut(own, 150);
        // After the fourth delivery the gap is 80 minutes, after the first it is 10.
        topic.age(ids.subList(0, 100), own, Duration.ofMinutes(11), 4);
        topic.age(ids.subList(100, 150), own, Duration.ofMinutes(11), 1);
        RecordingHandler handler = bench.handler();
        bench.consume(bench.options().retryAfter(GAP), handler);
        handler.awaitEnded(50);
        topic.awaitPending(100);
        assertThat(handler.texts()).isEqualTo(texts("m", 101, 150));
    }

    @Test
    void entriesOfOthersThatAreNotIdleNeverHideThoseThatAre(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench).set("batch-size", "10");
        bench.config(bench.config().claimAfter(Duration.ofMinutes(1)));
        TopicView topic = redis.topic(bench).create();
        topic.addMany("m", 150);
        List<String> ids = topic.handOut("ghost", 150);
        topic.age(ids.subList(100, 150), "ghost", Duration.ofMinutes(2), 1);
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        handler.awaitEnded(50);
        topic.awaitPending(100);
        assertThat(handler.texts()).isEqualTo(texts("m", 101, 150));
    }

    @Test
    void messagesThatAlwaysFailDoNotHoldUpGoodOnes(Bench bench) {
        RecordingHandler handler =
                bench.handler().on(message -> message.text().startsWith("bad"), Reactions.throwing());
        for (int i = 1; i <= 20; i++) {
            bench.publish("bad" + i);
        }
        for (int i = 1; i <= 100; i++) {
            bench.publish("good" + i);
        }
        bench.consume(bench.options().retryAfter(GAP), handler);
        handler.awaitEnded("good100");
        assertThat(handler.texts().stream().filter(text -> text.startsWith("good")))
                .containsExactlyElementsOf(texts("good", 1, 100));
        RedisHarness.of(bench).topic(bench).awaitPending(20);
    }

    @Test
    void failedMessageGetsItsTurnUnderConstantLoad(Bench bench) {
        RecordingHandler handler = bench.handler().on("bad", Reactions.throwing());
        AtomicBoolean enough = new AtomicBoolean();
        bench.consume(bench.options().maxDeliveries(3).retryAfter(Duration.ofMillis(100)), handler);
        CompletableFuture<Void> load = CompletableFuture.runAsync(() -> {
            while (!enough.get()) {
                bench.broker().publish(bench.topic(), "good");
            }
        });
        try {
            handler.awaitEnded("good", 50);
            RedisHarness.of(bench).topic(bench).add("bad");
            RedisHarness.of(bench).topic(bench).awaitDead(1);
            assertThat(handler.seen("bad")).hasSize(3);
        } finally {
            enough.set(true);
            load.join();
        }
    }

    private static List<String> texts(String prefix, int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(i -> prefix + i).toList();
    }
}
