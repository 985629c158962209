package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.PayloadException;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.CapturedLog;
import dev.millrace.tck.Reactions;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.StreamEntryID;

class DeadLetterCopyTest implements OnRedis {

    @Test
    void copyRefusedForTheKeysTypeIsMadeOnceTheKeyIsFree(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench);
        redis.jedis().set(topic.dead(), "an operator's note");
        CapturedLog log = bench.log();
        RecordingHandler handler = bench.handler().on("a", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(1), handler);
        bench.publish("a");
        Eventually.await(
                "a warning on the refusal", () -> !log.warnings(topic.dead()).isEmpty());
        bench.awaitMarker(handler);
        assertThat(redis.jedis().get(topic.dead())).isEqualTo("an operator's note");
        // The ack of the marker may be on its way still.
        topic.awaitPending(1);
        assertThat(topic.onlyPending().getDeliveredTimes()).isEqualTo(1);
        redis.jedis().del(topic.dead());
        topic.awaitAllAcked();
        assertThat(topic.deadPayloads()).containsExactly("a");
        assertThat(handler.seen("a")).hasSize(1);
    }

    @Test
    void refusedCopySurvivesARestartWithoutAnotherRun(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench);
        redis.jedis().set(topic.dead(), "an operator's note");
        CapturedLog log = bench.log();
        bench.consume(bench.options().maxDeliveries(2), bench.handler().on("a", Reactions.throwing()));
        bench.publish("a");
        Eventually.await(
                "a warning on the refusal", () -> !log.warnings(topic.dead()).isEmpty());
        bench.close(bench.broker());
        RecordingHandler next = bench.handler();
        bench.consume(bench.options().maxDeliveries(2), next);
        bench.awaitMarker(next);
        redis.jedis().del(topic.dead());
        topic.awaitAllAcked();
        assertThat(topic.deadPayloads()).containsExactly("a");
        assertThat(next.seen("a")).isEmpty();
    }

    @Test
    void messageGivenUpAtItsFirstFailureIsNotRunAgainAfterARestart(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench);
        redis.jedis().set(topic.dead(), "an operator's note");
        CapturedLog log = bench.log();
        bench.consume(
                bench.options().maxDeliveries(5),
                bench.handler().on("a", Reactions.throwing(() -> new PayloadException("not an order", null))));
        bench.publish("a");
        Eventually.await(
                "a warning on the refusal", () -> !log.warnings(topic.dead()).isEmpty());
        bench.crash(bench.broker());
        RecordingHandler next = bench.handler();
        bench.consume(bench.replica("two"), bench.options().maxDeliveries(5), next);
        bench.pass(bench.claimAfter().multipliedBy(2));
        redis.jedis().del(topic.dead());
        topic.awaitAllAcked();
        assertThat(topic.deadPayloads()).containsExactly("a");
        assertThat(next.texts()).isEmpty();
    }

    @Test
    void exhaustedEntriesThatTwoReplicasFindAreCopiedOnce(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench).create();
        topic.addMany("m", 40);
        topic.age(topic.handOut("ghost", 40), "ghost", Duration.ofHours(1), 5);
        RecordingHandler one = bench.handler();
        RecordingHandler other = bench.handler();
        bench.consume(one);
        bench.consume(bench.replica("two"), other);
        topic.awaitAllAcked();
        assertThat(topic.deadPayloads()).hasSize(40).doesNotHaveDuplicates();
        assertThat(one.texts()).isEmpty();
        assertThat(other.texts()).isEmpty();
    }

    @Test
    void entryThatIsNotAMessageIsGivenUpUnseen(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench);
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        redis.jedis().xadd(bench.topic(), StreamEntryID.NEW_ENTRY, Map.of("body", "?"));
        redis.jedis().xadd(bench.topic(), StreamEntryID.NEW_ENTRY, Map.of("payload", "b", "headers", "[1,2]"));
        topic.awaitDead(2);
        bench.awaitMarker(handler);
        topic.awaitAllAcked();
        assertThat(handler.texts()).noneMatch(text -> text.equals("b"));
        assertThat(bench.broker().deadLetters(bench.topic()).list(10))
                .extracting(letter -> letter.reason())
                .isEqualTo(List.of(Reason.MALFORMED, Reason.MALFORMED));
    }
}
