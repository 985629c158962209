package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import dev.millrace.redis.fixture.FaultProxy;
import dev.millrace.redis.fixture.OnRedis;
import dev.millrace.redis.fixture.RedisHarness;
import dev.millrace.redis.fixture.TopicView;
import dev.millrace.tck.Bench;
import dev.millrace.tck.BrokerHarness;
import dev.millrace.tck.CapturedLog;
import dev.millrace.tck.Gate;
import dev.millrace.tck.Reactions;
import dev.millrace.tck.RecordingHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A consumer cut off from the server loses its entry to another, and then finishes late. */
class FormerOwnerTest implements OnRedis {

    @Override
    public BrokerHarness harness() {
        return RedisHarness.shared().set("block-for", "200ms").set("timeout", "500ms");
    }

    @Test
    void lateFailureChangesNothing(Bench bench) {
        bench.config(bench.config().retryPolicy(new RetryPolicy(2, Duration.ofMillis(50))));
        TopicView topic = RedisHarness.of(bench).topic(bench);
        CapturedLog log = bench.log();
        Gate formerGate = bench.gate();
        Gate ownerGate = bench.gate();
        RecordingHandler former = bench.handler().on("a", formerGate.holdingThen(Reactions.throwing()));
        RecordingHandler owner = bench.handler().on("a", ownerGate.holding());
        Subscription formerly = loseEntry(bench, former, owner);
        formerGate.open();
        assertThat(formerly.awaitIdle(bench.patience())).isTrue();
        assertThat(log.warnings(topic.onlyPending().getID().toString())).isNotEmpty();
        assertThat(topic.onlyPending().getConsumerName()).isEqualTo("two");
        assertThat(topic.onlyPending().getDeliveredTimes()).isEqualTo(2);
        ownerGate.open();
        topic.awaitAllAcked();
        assertThat(former.seen("a")).hasSize(1);
        assertThat(owner.seen("a")).hasSize(1);
        assertThat(topic.deadPayloads()).isEmpty();
    }

    @Test
    void lateSuccessIsAcked(Bench bench) {
        TopicView topic = RedisHarness.of(bench).topic(bench);
        Gate formerGate = bench.gate();
        RecordingHandler former = bench.handler().on("a", formerGate.holding());
        RecordingHandler owner = bench.handler().on("a", bench.gate().holding());
        loseEntry(bench, former, owner);
        formerGate.open();
        topic.awaitAllAcked();
        assertThat(owner.inHand()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void lateFailureChangesNothingEvenWhereTheLossWasNotNoticed(int maxDeliveries, Bench bench) {
        bench.config(bench.config().claimAfter(Duration.ofHours(1)));
        TopicView topic = RedisHarness.of(bench).topic(bench);
        Gate gate = bench.gate();
        RecordingHandler former = bench.handler().on("a", gate.holdingThen(Reactions.throwing()));
        Subscription subscription = bench.consume(bench.options().maxDeliveries(maxDeliveries), former);
        String id = bench.publish("a");
        former.awaitStarted("a");
        topic.age(List.of(id), "another", Duration.ofMinutes(1), 3);
        gate.open();
        assertThat(subscription.awaitIdle(bench.patience())).isTrue();
        assertThat(topic.onlyPending().getConsumerName()).isEqualTo("another");
        assertThat(topic.onlyPending().getDeliveredTimes()).isEqualTo(3);
        assertThat(topic.onlyPending().getIdleTime()).isGreaterThanOrEqualTo(60_000);
        assertThat(topic.deadPayloads()).isEmpty();
    }

    /** Ends with the owner running the message and the former owner, still running it, connected again. */
    private static Subscription loseEntry(Bench bench, RecordingHandler former, RecordingHandler owner) {
        FaultProxy proxy = RedisHarness.of(bench).proxy(bench.broker());
        Subscription formerly = bench.consume(former);
        bench.publish("a");
        former.awaitStarted("a");
        proxy.silence();
        bench.consume(bench.replica("two"), owner);
        owner.awaitStarted("a");
        proxy.comeUp();
        return formerly;
    }
}
