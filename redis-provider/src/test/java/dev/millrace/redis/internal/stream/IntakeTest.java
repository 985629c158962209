package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import dev.millrace.AckMode;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.PayloadCodec;
import dev.millrace.RetryPolicy;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.Lease;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.RepairCadence;
import dev.millrace.redis.internal.policy.RepairRules;
import dev.millrace.redis.internal.stream.FakeServer.Fault;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.spi.FailurePolicy;
import dev.millrace.spi.HandlerSlots;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is taken in, held, renewed and started for one slot, step by step and without a reader. */
class IntakeTest {

    private static final StreamGroup GROUP = new StreamGroup("orders", "billing");
    private static final Lease LEASE = new Lease(Duration.ofHours(1));

    private final FakeStreams streams = new FakeStreams();
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final CountDownLatch gate = new CountDownLatch(1);
    private final InHand inHand = new InHand(new AtomicLong());
    private final Turns turns = new Turns(new RepairCadence(Duration.ofHours(1), Duration.ofHours(1)), new Due());
    private int maxDeliveries = 3;
    private AckMode ack = AckMode.AUTO;
    private Optional<Duration> maxRuntime = Optional.empty();
    private Optional<HandlerSlots> slots = Optional.empty();

    private record Parts(Leases leases, Intake intake) {}

    private Parts parts(DeliveryHandler handler) {
        HandlerSlots made = new HandlerSlots("orders", 1, ack, handler, HandlerSlots.daemonThreads("intake"), () -> {});
        slots = Optional.of(made);
        FailurePolicy failures = new FailurePolicy(new RetryPolicy(maxDeliveries, Duration.ZERO), Set.of(), false);
        RepairRules rules = new RepairRules(failures, "me", TopicKeys.PARKED, LEASE.length(), LEASE.renewEvery());
        Member member = new Member(
                streams, new TopicKeys("", ".dead"), "orders", GROUP, "me", rules, LEASE, PayloadCodec.jsonb());
        Leases leases = new Leases(member, inHand, maxRuntime);
        Outage outage = new Outage(Endpoint.of(URI.create("redis://localhost:6379")), LEASE);
        Settlement settlement = new Settlement(
                member,
                inHand,
                leases,
                new Burials(member),
                outage,
                new LeaseKeeper(LEASE, outage),
                new Closing(),
                due -> {});
        EventRoutes routes = new EventRoutes(
                streams,
                new TopicKeys("", ".dead"),
                "orders",
                GROUP,
                ConsumerOptions.group("billing"),
                made::isPaused,
                outage);
        return new Parts(
                leases,
                new Intake(member, inHand, made, leases, settlement, routes, new Ordering(Optional.empty()), turns));
    }

    private DeliveryHandler recording() {
        return delivery -> {
            handled.add(delivery.message().text());
            if (delivery.message().text().equals("slow")) {
                gate.await();
            }
            if (ack == AckMode.MANUAL) {
                delivery.ack();
            }
            return CompletableFuture.completedFuture(null);
        };
    }

    private List<StreamEntry> read(String... texts) {
        for (String text : texts) {
            streams.add("orders", Map.of("payload", text.getBytes(StandardCharsets.UTF_8)));
        }
        streams.createGroup(GROUP, "orders.side", GroupStart.BEGINNING, Optional.empty());
        return streams.reads()
                .read("billing", "me", List.of("orders"), texts.length, Duration.ZERO)
                .orElseThrow()
                .get("orders");
    }

    private void finish(String... texts) {
        gate.countDown();
        Eventually.await("handled", () -> handled.size() >= texts.length);
        assertThat(slots.orElseThrow().awaitIdle(Eventually.LIMIT)).isTrue();
        assertThat(handled).containsExactly(texts);
    }

    @AfterEach
    void close() {
        gate.countDown();
        slots.ifPresent(HandlerSlots::close);
    }

    @Test
    void heldMessageWhoseHandBackWentUnansweredStartsOnlyIfItIsStillOurs() {
        Intake intake = parts(recording()).intake();
        List<StreamEntry> entries = read("slow", "given away", "kept");
        intake.take(entries, System.nanoTime());
        streams.script("handBack", Fault.REPLY_LOST);
        assertThatThrownBy(intake::handBackWaiting).isInstanceOf(ReplyLost.class);
        // Another member treats the second as its own by now; the third is ours again.
        streams.claim(GROUP, "other", parked(entries.get(1)), Duration.ZERO, 1);
        streams.claim(GROUP, "me", parked(entries.get(2)), Duration.ZERO, 1);

        finish("slow");
        intake.startAll();

        finish("slow", "kept");
        assertThat(inHand.has(entries.get(1).id())).isFalse();
    }

    private static PendingRow parked(StreamEntry entry) {
        return new PendingRow(entry.id(), TopicKeys.PARKED, Duration.ZERO, 0);
    }

    @Test
    void heldMessageThatIsKnownToBeLostIsNotStarted() {
        Parts parts = parts(recording());
        List<StreamEntry> entries = read("slow", "taken over", "ours");
        parts.intake().take(entries, System.nanoTime());
        PendingRow row = new PendingRow(entries.get(1).id(), "me", Duration.ZERO, 1);
        streams.claim(GROUP, "other", row, Duration.ZERO, 2);
        parts.leases().tend();

        finish("slow");
        parts.intake().startAll();

        finish("slow", "ours");
    }

    @Test
    void renewalThatIsRefusedKeepsAHeldMessageFromStartingAndIsTold() {
        Intake intake = parts(recording()).intake();
        long longAgo = System.nanoTime() - LEASE.length().toNanos();
        streams.script("renew", Fault.NO_RIGHT);
        List<StreamEntry> entries = read("a");
        assertThatThrownBy(() -> intake.take(entries, longAgo)).isInstanceOf(Refused.class);
        assertThat(handled).isEmpty();

        intake.startAll();

        finish("a");
    }

    @Test
    void messageThatMayRunOnceIsNotHeldForTheTurnOfARetry() {
        maxDeliveries = 1;
        Intake intake = parts(recording()).intake();
        turns.due(Duration.ZERO);
        turns.read(false);
        intake.take(read("a"), System.nanoTime());

        finish("a");
    }

    @Test
    void messageThatMayRunAgainWaitsForTheTurnOfARetry() {
        Intake intake = parts(recording()).intake();
        turns.due(Duration.ZERO);
        turns.read(false);
        intake.take(read("a"), System.nanoTime());

        assertThat(intake.waiting()).isEqualTo(1);
    }

    @Test
    void entryThatCannotBeTakenInIsNotInHandAndKeepsNoOtherFromItsHandler() {
        Intake intake = parts(recording()).intake();
        StreamEntry broken = new StreamEntry("1-1", new AbstractMap<>() {
            @Override
            public Set<Entry<String, byte[]>> entrySet() {
                throw new OutOfMemoryError("no room to read it");
            }
        });
        List<StreamEntry> entries = List.of(broken, read("a").get(0));
        assertThatThrownBy(() -> intake.take(entries, System.nanoTime())).isInstanceOf(OutOfMemoryError.class);

        assertThat(inHand.has("1-1")).isFalse();
        finish("a");
    }

    @Test
    void leaseOfAMessageSettledByHandIsRenewedUntilTheAnswer() {
        ack = AckMode.MANUAL;
        Parts parts = parts(recording());
        withoutAcks();
        parts.intake().take(read("a"), System.nanoTime());
        finish("a");

        parts.leases().tend();

        assertThat(streams.calls()).contains("renew");
    }

    @Test
    void handledMessageWhoseAckIsNotAnsweredDoesNotUseUpItsRuntime() {
        maxRuntime = Optional.of(Duration.ofNanos(1));
        Parts parts = parts(recording());
        withoutAcks();
        parts.intake().take(read("a"), System.nanoTime());
        finish("a");
        try (Logs logs = Logs.listen()) {
            parts.leases().tend();
            assertThat(logs.warnings("maxRuntime")).isEmpty();
        }
        assertThat(streams.calls()).contains("renew");
    }

    private void withoutAcks() {
        streams.observe(step -> {
            if (step.equals("ack")) {
                throw new ReplyLost("ack was lost on its way", null);
            }
        });
    }
}
