package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetter.Reason;
import dev.millrace.DeadLetterHeaders;
import dev.millrace.DeliveryHandler;
import dev.millrace.Subscription;
import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.PendingRow;
import org.junit.jupiter.api.Test;

/** What a consumer does with what it finds. */
class ConsumersTest extends ConsumersOnFake {

    @Test
    void malformedEntryBecomesADeadLetterAtOnceWithWhatItHeld() throws Exception {
        publish("payload", "a", "headers", "{\"n\":1}");
        consume(recordingThen(DONE));

        assertThat(deliveriesUntilMarker()).isEmpty();
        StreamEntry copy = dead().get(0);
        assertThat(header(copy, DeadLetterHeaders.REASON))
                .isEqualTo(Reason.MALFORMED.name().toLowerCase());
        assertThat(new String(copy.fields().get(RedisStreamCommands.MALFORMED_HEADERS), StandardCharsets.UTF_8))
                .isEqualTo("{\"n\":1}");
    }

    @Test
    void messageRequeuedForAnotherGroupIsAckedUnseen() throws Exception {
        publish("payload", "a", "headers", "{\"" + DeadLetterHeaders.REQUEUED_TO + "\":\"shipping\"}");
        consume(recordingThen(DONE));

        assertThat(deliveriesUntilMarker()).isEmpty();
    }

    @Test
    void failureOfAFormerOwnerChangesNothing() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        publish("payload", "a");
        Subscription subscription = consume(recordingThen(delivery -> {
            taken.await();
            throw new IllegalStateException("too late");
        }));
        next();
        PendingRow mine = streams.pending(GROUP, "-", 1, Optional.empty()).get(0);
        streams.claim(GROUP, "other", mine, Duration.ZERO, 2);
        taken.countDown();

        assertThat(subscription.awaitIdle(Duration.ofSeconds(10))).isTrue();
        PendingRow theirs = streams.pending(GROUP, "-", 1, Optional.empty()).get(0);
        assertThat(theirs.consumer()).isEqualTo("other");
        assertThat(theirs.deliveries()).isEqualTo(2);
        assertThat(dead()).isEmpty();
        streams.ack(GROUP, theirs.id());
    }

    @Test
    void lateSuccessOfAFormerOwnerCounts() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        publish("payload", "a");
        Subscription subscription = consume(recordingThen(delivery -> {
            taken.await();
            return CompletableFuture.completedFuture(null);
        }));
        next();
        streams.claim(
                GROUP, "other", streams.pending(GROUP, "-", 1, Optional.empty()).get(0), Duration.ZERO, 2);
        taken.countDown();

        assertThat(subscription.awaitIdle(Duration.ofSeconds(10))).isTrue();
        assertThat(pending()).isEmpty();
    }

    @Test
    void waitingWorkIsHandedOverWhenTheSubscriptionCloses() throws Exception {
        publish("payload", "a");
        Subscription subscription = consume(
                ConsumerOptions.group("billing").retryAfter(Duration.ofHours(1)), recordingThen(failingUpTo(1)));
        next();
        assertThat(subscription.awaitIdle(Duration.ofSeconds(10))).isTrue();

        subscription.close();

        PendingRow row = streams.pending(GROUP, "-", 10, Optional.empty()).get(0);
        assertThat(row.consumer()).isEqualTo(TopicKeys.PARKED);
        assertThat(row.deliveries()).isEqualTo(1);
        streams.ack(GROUP, row.id());
    }

    @Test
    void whatWasHandedBackUnstartedIsRunByTheNextAtItsFirstDelivery() throws Exception {
        String id = publish("payload", "a");
        streams.createGroup(GROUP, keys.side(TOPIC), GroupStart.BEGINNING, Optional.empty());
        try (GroupReads reads = streams.reads()) {
            reads.read(GROUP.name(), "gone", List.of(TOPIC), 1, Duration.ZERO);
        }
        streams.handBack(GROUP, "gone", TopicKeys.PARKED, List.of(id));

        consume(recordingThen(DONE));

        assertThat(deliveriesUntilMarker()).containsExactly(1);
    }

    @Test
    void twoSubscriptionsOfOneGroupDoNotRunWhatTheOtherHasInHand() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        publish("payload", "a");
        DeliveryHandler slow = recordingThen(delivery -> {
            go.await();
            return CompletableFuture.completedFuture(null);
        });
        consume(slow);
        consume(slow);
        next();
        publish("payload", "b");
        assertThat(next().text()).isEqualTo("b");
        go.countDown();

        assertThat(deliveriesUntilMarker()).isEmpty();
    }

    @Test
    void nameOfASubscriptionClosedWithAMessageInHandIsFreeOnceThatIsSettled() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        publish("payload", "a");
        Subscription closed = consume(recordingThen(delivery -> {
            go.await();
            return CompletableFuture.completedFuture(null);
        }));
        next();
        String name = pending().keySet().iterator().next();
        closed.close();
        go.countDown();
        assertThat(closed.awaitIdle(Duration.ofSeconds(10))).isTrue();

        CountDownLatch seenByNext = new CountDownLatch(1);
        consume(recordingThen(delivery -> {
            seenByNext.await();
            return CompletableFuture.completedFuture(null);
        }));
        publish("payload", "b");
        next();

        assertThat(pending()).containsOnlyKeys(name);
        seenByNext.countDown();
    }

    @Test
    void drainWaitsForWhatASubscriptionClosedBeforeHasInHand() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        publish("payload", "a");
        Subscription closed = consume(recordingThen(delivery -> {
            go.await();
            return CompletableFuture.completedFuture(null);
        }));
        next();
        closed.close();

        assertThat(Subscription.drain(consumers.subscriptions(), Duration.ofMillis(20)))
                .isFalse();
        go.countDown();
        assertThat(Subscription.drain(consumers.subscriptions(), Duration.ofSeconds(10)))
                .isTrue();
        assertThat(pending()).isEmpty();
    }
}
