package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.millrace.Broker;
import dev.millrace.BrokerException;
import dev.millrace.DeadLetter;
import dev.millrace.DeadLetters;
import dev.millrace.OutgoingMessage;
import dev.millrace.PublishOutcomeUnknownException;
import dev.millrace.redis.fixture.Fault;
import dev.millrace.redis.fixture.Loss;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.Request;
import dev.millrace.redis.fixture.Steps;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.Reactions;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** RDS-5: one reply is lost, after the server did what was asked, and nothing is stranded. */
class LostReplyTest implements OnRedis {

    @Override
    public BrokerHarness harness() {
        return RedisHarness.shared().set("block-for", "200ms").set("timeout", "500ms");
    }

    @ParameterizedTest
    @EnumSource
    void entriesOfALostReadAreHandledOnceWithoutARestart(Loss loss, Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        bench.publish("a", "b", "c");
        RecordingHandler handler = bench.handler();
        Fault lost = loss.of(redis.proxy(bench.broker()), Steps.READ);
        bench.consume(bench.options().concurrency(3), handler);
        lost.await();
        handler.awaitEnded(3);
        bench.awaitMarker(handler);
        assertThat(handler.texts()).contains("a", "b", "c").hasSize(4);
        redis.topic(bench).awaitAllAcked();
    }

    @ParameterizedTest
    @EnumSource
    void messageWhoseAckWasAnsweredInVainIsNotHandledAgain(Loss loss, Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        Fault lost = loss.of(redis.proxy(bench.broker()), Steps.ACK);
        bench.publish("a");
        lost.await();
        redis.topic(bench).add("marker");
        handler.awaitEnded("marker");
        assertThat(handler.seen("a")).hasSize(1);
        redis.topic(bench).awaitAllAcked();
    }

    @ParameterizedTest
    @EnumSource
    void entryOfALostClaimIsHandledOnce(Loss loss, Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        TopicView topic = redis.topic(bench).create();
        topic.add("a");
        topic.age(topic.handOut("ghost", 1), "ghost", Duration.ofHours(1), 1);
        RecordingHandler handler = bench.handler();
        Fault lost = loss.of(redis.proxy(bench.broker()), Steps.CLAIM);
        bench.consume(handler);
        lost.await();
        handler.awaitEnded("a");
        bench.awaitMarker(handler);
        assertThat(handler.seen("a")).hasSize(1);
        topic.awaitAllAcked();
    }

    @ParameterizedTest
    @EnumSource
    void failureWhoseStampWasAnsweredInVainIsRetriedOnceAndNotEarly(Loss loss, Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        Duration gap = Duration.ofMillis(300);
        RecordingHandler handler = bench.handler().on("a", Reactions.throwingUpTo(1));
        bench.consume(bench.options().retryAfter(gap), handler);
        Fault lost = loss.of(redis.proxy(bench.broker()), Steps.STAMP);
        bench.publish("a");
        lost.await();
        handler.awaitEnded("a", 2);
        redis.topic(bench).add("marker");
        handler.awaitEnded("marker");
        assertThat(handler.seen("a")).extracting(seen -> seen.deliveries()).containsExactly(1, 2);
        assertThat(Duration.between(
                        handler.seen("a").get(0).startedAt(),
                        handler.seen("a").get(1).startedAt()))
                .isGreaterThanOrEqualTo(gap.minusMillis(2));
    }

    @ParameterizedTest
    @EnumSource
    void deadLetterWhoseReplyWasLostIsCopiedOnce(Loss loss, Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        RecordingHandler handler = bench.handler().on("a", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(1), handler);
        Fault lost = loss.of(redis.proxy(bench.broker()), Steps.DEAD_LETTER);
        bench.publish("a");
        lost.await();
        redis.topic(bench).add("marker");
        handler.awaitEnded("marker");
        redis.topic(bench).awaitAllAcked();
        assertThat(redis.topic(bench).deadPayloads()).containsExactly("a");
        assertThat(handler.seen("a")).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource
    void publishWhoseReplyWasLostSaysSoAndIsNotRepeated(Loss loss, Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        Broker broker = bench.broker();
        OutgoingMessage message = OutgoingMessage.to(bench.topic(), "a");
        loss.of(redis.proxy(broker), Steps.PUBLISH);
        assertThatThrownBy(() -> broker.publish(message))
                .isInstanceOfSatisfying(
                        PublishOutcomeUnknownException.class,
                        e -> assertThat(e.publication()).isSameAs(message))
                .hasMessageContaining(bench.topic())
                .hasMessageContaining(Integer.toString(redis.proxy(broker).port()));
        broker.publish(bench.topic(), "b");
        assertThat(redis.topic(bench).length()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void removalOfADeadLetterWhoseReplyWasLostIsNotSaidToHaveNotHappened(Loss loss, Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        RecordingHandler handler = bench.handler().on("a", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(1), handler);
        bench.publish("a");
        handler.awaitEnded("a");
        redis.topic(bench).awaitAllAcked();
        DeadLetters letters = bench.broker().deadLetters(bench.topic());
        DeadLetter letter = letters.list(1).get(0);
        loss.of(redis.proxy(bench.broker()), Request.named("XDEL"));
        assertThatThrownBy(() -> letters.purge(letter.id()))
                .isExactlyInstanceOf(BrokerException.class)
                .hasMessageContainingAll(bench.topic(), letter.id(), "may have been done");
        assertThat(letters.find(letter.id())).isEmpty();
    }

    @Test
    void publishWithAKeyWhoseRepetitionFindsNoServerIsNotSaidToBeUnwritten(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        Broker broker = bench.broker();
        Fault lost = redis.proxy(broker).hold(Steps.PUBLISH_ONCE);
        CompletableFuture<String> publication = CompletableFuture.supplyAsync(
                () -> broker.publish(OutgoingMessage.to(bench.topic(), "a").idempotencyKey("order-1")));
        lost.await();
        redis.proxy(broker).goDown();
        assertThatThrownBy(publication::join).hasCauseInstanceOf(PublishOutcomeUnknownException.class);
        lost.drop();
    }

    @Test
    void publishWithAKeyIsRepeatedOnceTheServerIsBack(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench).set("timeout", "10s");
        Broker broker = bench.broker();
        Fault lost = redis.proxy(broker).hold(Steps.PUBLISH_ONCE);
        CompletableFuture<String> publication = CompletableFuture.supplyAsync(
                () -> broker.publish(OutgoingMessage.to(bench.topic(), "a").idempotencyKey("order-1")));
        lost.await();
        redis.proxy(broker).goDown();
        lost.drop();
        redis.proxy(broker).comeUp();
        publication.join();
        assertThat(redis.topic(bench).length()).isEqualTo(1);
    }

    @Test
    void publishWithAKeyIsRepeatedForTheCallerAndStoredOnce(Bench bench) {
        RedisHarness redis = RedisHarness.of(bench);
        Broker broker = bench.broker();
        Fault lost = Loss.CUT.of(redis.proxy(broker), Steps.PUBLISH_ONCE);
        String id = broker.publish(OutgoingMessage.to(bench.topic(), "a").idempotencyKey("order-1"));
        assertThat(lost.happened()).isTrue();
        assertThat(redis.jedis().xrange(bench.topic(), "-", "+"))
                .extracting(entry -> entry.getID().toString())
                .containsExactly(id);
    }
}
