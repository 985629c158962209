package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.OutgoingMessage;
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

/** EVT-1, GRP-6: what is only so where members are processes of their own, and others work on the group too. */
class EventsAndOrderTest implements OnRedis {

    @Test
    void eventOfACrashedMemberWaitsForItsReturn(Bench bench) {
        Broker crashing = bench.replica("two");
        RecordingHandler knowing = bench.handler();
        bench.consume(crashing, handling(bench, "shipped"), knowing);
        publish(bench, "shipped", "before");
        knowing.awaitEnded("before");
        bench.settle();
        bench.crash(crashing);
        RecordingHandler other = bench.handler();
        Subscription subscription = bench.consume(bench.replica("one"), handling(bench, "placed"), other);
        publish(bench, "shipped", "a");
        publish(bench, "shipped", "b");
        publish(bench, "placed", "end");
        other.awaitEnded("end");
        RecordingHandler again = bench.handler();

        bench.consume(bench.replica("two"), handling(bench, "shipped"), again);

        again.awaitEnded("a");
        again.awaitEnded("b");
        assertThat(subscription.unhandled()).isZero();
        assertThat(other.texts()).containsExactly("end");
    }

    @Test
    void eventOfAMemberThatWasShutDownIsAcked(Bench bench) {
        Broker leaving = bench.replica("two");
        RecordingHandler knowing = bench.handler();
        bench.consume(leaving, handling(bench, "shipped"), knowing);
        publish(bench, "shipped", "before");
        knowing.awaitEnded("before");
        bench.close(leaving);
        Subscription subscription = bench.consume(bench.replica("one"), handling(bench, "placed"), bench.handler());

        publish(bench, "shipped", "a");

        Eventually.await("the ack", () -> subscription.unhandled() == 1);
    }

    @Test
    void eventIsLeftToAMemberThatIsNotPausedWhileThereIsOne(Bench bench) {
        claimAfter(bench, Duration.ofMinutes(1));
        Broker pausing = bench.replica("two");
        Subscription paused = bench.consume(pausing, handling(bench, "shipped"), bench.handler());
        RecordingHandler able = bench.handler();
        bench.consume(bench.broker(), handling(bench, "shipped"), able);
        bench.consume(bench.broker(), handling(bench, "placed"), bench.handler());
        paused.pause();
        awaitRound(bench, pausing);
        for (int i = 0; i < 200; i++) {
            publish(bench, "shipped", "shipped " + i);
        }

        for (int i = 0; i < 200; i++) {
            able.awaitEnded("shipped " + i);
        }
    }

    @Test
    void eventOfAPausedMemberThatIsAloneWithItWaitsForIt(Bench bench) {
        Broker pausing = bench.replica("two");
        RecordingHandler alone = bench.handler();
        Subscription paused = bench.consume(pausing, handling(bench, "shipped"), alone);
        RecordingHandler placed = bench.handler();
        Subscription other = bench.consume(bench.broker(), handling(bench, "placed"), placed);
        paused.pause();
        awaitRound(bench, pausing);
        publish(bench, "shipped", "shipped");
        publish(bench, "placed", "placed");
        placed.awaitEnded("placed");

        paused.resume();

        alone.awaitEnded("shipped");
        assertThat(other.unhandled()).isZero();
    }

    @Test
    void eventLeftToACrashedMemberGoesToAnotherOnceItIsClaimed(Bench bench) {
        Broker crashing = bench.replica("two");
        bench.consume(crashing, handling(bench, "shipped"), bench.handler());
        // It claims nothing, so that only who does not handle the event can.
        claimAfter(bench, Duration.ZERO);
        RecordingHandler able = bench.handler();
        bench.consume(bench.replica("three"), handling(bench, "shipped"), able);
        claimAfter(bench, bench.claimAfter());
        bench.consume(bench.broker(), handling(bench, "placed"), bench.handler());
        bench.crash(crashing);
        for (int i = 0; i < 200; i++) {
            publish(bench, "shipped", "shipped " + i);
        }

        for (int i = 0; i < 200; i++) {
            assertThat(able.awaitEnded("shipped " + i).message().deliveries()).isEqualTo(1);
        }
    }

    private static void claimAfter(Bench bench, Duration time) {
        bench.config(bench.config().claimAfter(time));
    }

    /** Waits until the reader of a replica has looked after all it serves, however long it read before. */
    private static void awaitRound(Bench bench, Broker replica) {
        RecordingHandler handler = bench.handler();
        String topic = bench.topic("others");
        bench.consume(replica, topic, bench.options(), handler);
        for (String text : List.of("read before", "read after")) {
            replica.publish(topic, text);
            handler.awaitEnded(text);
        }
    }

    @Test
    void eventOfAMemberThatIsForgottenIsHandledByIt(Bench bench) {
        assertHandledThoughForgotten(bench, "{" + bench.topic() + "}:millrace");
    }

    @Test
    void eventOfAMemberThatIsForgottenWithItsGroupIsHandledByIt(Bench bench) {
        assertHandledThoughForgotten(bench, "{" + bench.topic() + "}:millrace", bench.topic());
    }

    private static void assertHandledThoughForgotten(Bench bench, String... keys) {
        RecordingHandler placed = bench.handler();
        Subscription one = bench.consume(bench.replica("one"), handling(bench, "placed"), placed);
        RecordingHandler shipped = bench.handler();
        Subscription two = bench.consume(bench.replica("two"), handling(bench, "shipped"), shipped);
        publish(bench, "placed", "before");
        publish(bench, "shipped", "before");
        placed.awaitEnded("before");
        shipped.awaitEnded("before");
        bench.settle();

        RedisHarness.of(bench).jedis().del(keys);
        for (int i = 0; i < 10; i++) {
            publish(bench, "placed", "placed " + i);
            publish(bench, "shipped", "shipped " + i);
        }

        for (int i = 0; i < 10; i++) {
            placed.awaitEnded("placed " + i);
            shipped.awaitEnded("shipped " + i);
        }
        assertThat(one.unhandled() + two.unhandled()).isZero();
    }

    @Test
    void messageOfTheWholeTopicsMemberIsLeftToIt(Bench bench) {
        RecordingHandler whole = bench.handler();
        bench.consume(bench.replica("one"), bench.options(), whole);
        bench.awaitMarker(whole);
        RecordingHandler placed = bench.handler();
        bench.consume(bench.replica("two"), handling(bench, "placed"), placed);
        for (int i = 0; i < 10; i++) {
            publish(bench, "shipped", "shipped " + i);
        }

        for (int i = 0; i < 10; i++) {
            whole.awaitEnded("shipped " + i);
        }
        assertThat(placed.texts()).noneMatch(text -> text.startsWith("shipped"));
    }

    @Test
    void retryThatIsSettledElsewhereHoldsNothingBack(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench);
        RecordingHandler handler = bench.handler().on("a0", Reactions.throwing());
        bench.consume(bench.options().concurrency(4).orderedBy("customer").retryAfter(Duration.ofSeconds(2)), handler);
        String failing = bench.publish(OutgoingMessage.to(bench.topic(), "a0").header("customer", "a"));
        bench.publish(OutgoingMessage.to(bench.topic(), "a1").header("customer", "a"));
        handler.awaitEnded("a0");
        bench.settle();

        redis.jedis().xack(bench.topic(), Bench.GROUP, new redis.clients.jedis.StreamEntryID(failing));

        handler.awaitEnded("a1");
        topic.awaitAllAcked();
        assertThat(handler.seen("a0")).hasSize(1);
    }

    @Test
    void retryComesThoughAsManyWaitForItAsMayWaitForTheirKeys(Bench bench) {
        RecordingHandler handler = bench.handler().on("0", Reactions.throwingUpTo(2));
        List<String> texts = IntStream.range(0, 1_100).mapToObj(String::valueOf).toList();
        texts.forEach(
                text -> bench.publish(OutgoingMessage.to(bench.topic(), text).header("customer", "a")));

        bench.consume(bench.options().concurrency(2).orderedBy("customer").retryAfter(Duration.ofMillis(200)), handler);

        handler.awaitEnded(1_102);
        assertThat(handler.texts()).startsWith("0", "0").endsWith(texts.toArray(String[]::new));
    }

    @Test
    void noMoreWaitForTheirKeyThanMayBeHeldInBytes(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        String large = "x".repeat(1 << 20);
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("head", gate.holding());
        RecordingHandler others = bench.handler();
        bench.consume(bench.options().concurrency(2).orderedBy("customer"), handler);
        String topicOfOthers = bench.topic("others");
        bench.consume(bench.broker(), topicOfOthers, bench.options(), others);
        bench.publish(OutgoingMessage.to(bench.topic(), "head").header("customer", "a"));
        handler.awaitStarted("head");
        for (int i = 0; i < 60; i++) {
            bench.publish(OutgoingMessage.to(bench.topic(), large).header("customer", "a"));
        }

        // Each is a round of the reader that both have.
        for (int i = 0; i < 60; i++) {
            bench.broker().publish(topicOfOthers, "other " + i);
            others.awaitEnded("other " + i);
        }

        assertThat(redis.topic(bench).pending()).hasSizeBetween(10, 45);
        gate.open();
        handler.awaitEnded(61);
    }

    private static ConsumerOptions handling(Bench bench, String event) {
        return bench.options().events(Set.of(event));
    }

    private static void publish(Bench bench, String event, String text) {
        bench.publish(OutgoingMessage.to(bench.topic(), text).event(event));
    }
}
