package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetter.Reason;
import dev.millrace.DeadLetterHeaders;
import dev.millrace.DeliveryHandler;
import dev.millrace.PayloadCodec;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.Retention;
import dev.millrace.redis.internal.stream.FakeStreams.Fault;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A consumer against scripted faults: what is lost on the way, at every step. */
class ConsumersTest {

    private static final String TOPIC = "orders";
    private static final StreamGroup GROUP = new StreamGroup(TOPIC, "billing");

    private final FakeStreams streams = new FakeStreams();
    private final TopicKeys keys = new TopicKeys("", ".dead");
    private final BlockingQueue<BrokerMessage> seen = new LinkedBlockingQueue<>();
    private final Consumers consumers = new Consumers(
            streams,
            keys,
            Endpoint.of(URI.create("redis://localhost:6379")),
            PayloadCodec.jsonb(),
            new Consumers.Rules(
                    Optional.empty(),
                    new RetryPolicy(3, Duration.ZERO),
                    Duration.ofSeconds(60),
                    Duration.ofMillis(20),
                    100,
                    new Retention(10_000)));

    @AfterEach
    void close() {
        consumers.drain(Duration.ofSeconds(5));
        consumers.close();
        streams.close();
    }

    private Subscription consume(ConsumerOptions options, DeliveryHandler handler) {
        return consumers.consume(TOPIC, options, handler);
    }

    private Subscription consume(DeliveryHandler handler) {
        return consume(ConsumerOptions.group("billing"), handler);
    }

    private static final DeliveryHandler DONE = delivery -> CompletableFuture.completedFuture(null);

    private DeliveryHandler recordingThen(DeliveryHandler next) {
        return delivery -> {
            seen.add(delivery.message());
            return next.handle(delivery);
        };
    }

    private static DeliveryHandler failingUpTo(int deliveries) {
        return delivery -> {
            if (delivery.message().deliveries() <= deliveries) {
                throw new IllegalStateException("not yet");
            }
            return CompletableFuture.completedFuture(null);
        };
    }

    private String publish(String... namesAndValues) {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i], namesAndValues[i + 1].getBytes(StandardCharsets.UTF_8));
        }
        return streams.add(TOPIC, fields);
    }

    /** Time of the fake goes on only here and in {@link #awaitNext}, and slower than that of the consumer. */
    private void awaitAllDone() {
        Eventually.await("all read and nothing pending", () -> {
            streams.advance(Duration.ofMillis(5));
            return streams.isDone(GROUP);
        });
    }

    private BrokerMessage next() throws InterruptedException {
        return awaitNext().orElseThrow(() -> new AssertionError("no delivery came"));
    }

    private Optional<BrokerMessage> awaitNext() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            streams.advance(Duration.ofMillis(5));
            BrokerMessage message = seen.poll(10, TimeUnit.MILLISECONDS);
            if (message != null) {
                return Optional.of(message);
            }
        }
        return Optional.empty();
    }

    /** The deliveries of what was handled before a marker was, which is published now. */
    private List<Integer> deliveriesUntilMarker() throws InterruptedException {
        awaitAllDone();
        publish("payload", "marker");
        List<Integer> deliveries = new ArrayList<>();
        for (BrokerMessage message = next(); !message.text().equals("marker"); message = next()) {
            deliveries.add(message.deliveries());
        }
        return deliveries;
    }

    private List<StreamEntry> dead() {
        return streams.range(TOPIC + ".dead", "-", "+", 10);
    }

    private static String header(StreamEntry entry, String name) {
        return HeaderJson.read(entry.fields().get("headers")).get(name);
    }

    @Test
    void ackThatIsLostIsSentAgainAndTheMessageNotRunAgain() throws Exception {
        streams.script("ack", Fault.REQUEST_LOST, Fault.REQUEST_LOST, Fault.REPLY_LOST);
        publish("payload", "a");
        consume(recordingThen(DONE));

        assertThat(deliveriesUntilMarker()).containsExactly(1);
        assertThat(streams.calls()).filteredOn("ack"::equals).hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    void claimWhoseReplyIsLostIsRunAtTheCountItHas() throws Exception {
        streams.script("claim", Fault.REPLY_LOST);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(1)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2);
    }

    @Test
    void claimThatNeverArrivedIsMadeAgain() throws Exception {
        streams.script("claim", Fault.REQUEST_LOST, Fault.REQUEST_LOST);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(1)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2);
    }

    @Test
    void readWhoseReplyIsLostStrandsNothing() throws Exception {
        publish("payload", "a");
        streams.script("read", Fault.REPLY_LOST);
        consume(recordingThen(DONE));

        assertThat(deliveriesUntilMarker()).hasSize(1);
    }

    @Test
    void readWhoseReplyIsLostMakesNoDeadLetterWithOneDeliveryAllowed() throws Exception {
        publish("payload", "a");
        streams.script("read", Fault.REPLY_LOST);
        consume(ConsumerOptions.group("billing").maxDeliveries(1), recordingThen(DONE));

        assertThat(deliveriesUntilMarker()).containsExactly(1);
        assertThat(dead()).isEmpty();
    }

    @Test
    void stampThatIsLostIsSentAgain() throws Exception {
        streams.script("stamp", Fault.REQUEST_LOST, Fault.REPLY_LOST);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(1)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2);
    }

    @Test
    void deadLetterWhoseReplyIsLostIsWrittenOnce() throws Exception {
        streams.script("deadLetter", Fault.REPLY_LOST);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(3)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2, 3);
        assertThat(dead()).hasSize(1);
    }

    @Test
    void refusedCopyIsTriedAgainAndTheHandlerNotRunAgain() throws Exception {
        streams.script("deadLetter", Fault.OUT_OF_MEMORY, Fault.OUT_OF_MEMORY);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(3)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2, 3);
        assertThat(dead()).hasSize(1);
        assertThat(header(dead().get(0), DeadLetterHeaders.EXCEPTION)).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void refusedCopyOfWhatMustNotRunAgainLeavesTheCountAtTheMaximum() throws Exception {
        streams.script("deadLetter", Fault.OUT_OF_MEMORY, Fault.OUT_OF_MEMORY);
        String id = publish("headers", "no json");
        consume(recordingThen(DONE));

        Eventually.await(
                "the entry marked as spent",
                () -> streams.pending(GROUP, "-", 10, Optional.empty()).stream()
                        .anyMatch(row -> row.id().equals(id) && row.deliveries() == 3));
        assertThat(deliveriesUntilMarker()).isEmpty();
        assertThat(header(dead().get(0), DeadLetterHeaders.REASON)).isEqualTo("malformed");
    }

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
        assertThat(streams.pending(GROUP)).isEmpty();
    }

    @Test
    void groupThatIsGoneIsCreatedAgainFromTheBeginning() throws Exception {
        consume(recordingThen(DONE));
        publish("payload", "a");
        assertThat(next().text()).isEqualTo("a");
        awaitAllDone();

        streams.forget(TOPIC);
        publish("payload", "b");

        assertThat(next().text()).isEqualTo("b");
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
            reads.read(GROUP, "gone", 1, Duration.ZERO);
        }
        streams.handBack(GROUP, "gone", TopicKeys.PARKED, id);

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
}
