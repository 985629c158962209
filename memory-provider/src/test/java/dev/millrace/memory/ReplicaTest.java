package dev.millrace.memory;

import static dev.millrace.memory.Probe.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.millrace.ConsumerOptions;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplicaTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryBroker one =
            MemoryBroker.builder().clock(clock).consumerName("one").build();
    private final MemoryBroker two = one.replica("two");
    private final CountDownLatch go = new CountDownLatch(1);

    @AfterEach
    void close() {
        go.countDown();
        one.close();
        two.close();
    }

    private void restAfter(Duration duration) {
        clock.advance(duration);
        assertThat(two.awaitIdle(LONG)).isTrue();
    }

    @Test
    void membersOfAGroupShareTheWork() {
        Probe first = Probe.thatSucceeds();
        Probe second = Probe.thatSucceeds();
        one.consume("share", ConsumerOptions.group("g"), first);
        two.consume("share", ConsumerOptions.group("g"), second);
        for (int i = 0; i < 100; i++) {
            one.publish("share", "m" + i);
        }
        assertThat(one.awaitIdle(LONG)).isTrue();
        assertThat(first.texts().size() + second.texts().size()).isEqualTo(100);
        assertThat(first.texts()).doesNotContainAnyElementsOf(second.texts());
    }

    @Test
    void whatACrashedReplicaHadInHandIsClaimedAfterTheClaimTime() {
        Probe dying = Probe.thatWaitsFor(go);
        Probe heir = Probe.thatSucceeds();
        one.consume("crash", ConsumerOptions.group("g"), dying);
        one.publish("crash", "m");
        dying.next();
        two.consume("crash", ConsumerOptions.group("g"), heir);
        one.crash();
        restAfter(Duration.ofMillis(59_999));
        assertThat(heir.texts()).isEmpty();
        restAfter(Duration.ofMillis(1));
        assertThat(heir.deliveries()).containsExactly(2);
    }

    @Test
    void whatAHandlerOfACrashedReplicaReturnsCountsForNothing() {
        Probe dying = Probe.thatWaitsFor(go);
        Subscription subscription = one.consume("crash-result", ConsumerOptions.group("g"), dying);
        one.publish("crash-result", "m");
        dying.next();
        one.crash();
        go.countDown();
        assertThat(subscription.awaitIdle(LONG)).isTrue();
        Probe heir = Probe.thatSucceeds();
        two.consume("crash-result", ConsumerOptions.group("g"), heir);
        restAfter(Duration.ofSeconds(60));
        assertThat(heir.deliveries()).containsExactly(2);
    }

    @Test
    void crashedReplicaRefusesToPublish() {
        one.crash();
        assertThatThrownBy(() -> one.publish("crashed", "m"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("memory broker one: it is crashed. Use one that is open.");
    }

    @Test
    void replicaUnderTheNameOfACrashedOneGoesOnWithItsSchedule() {
        Probe dying = Probe.thatWaitsFor(go);
        one.consume("same-name", ConsumerOptions.group("g"), dying);
        one.publish("same-name", "m");
        dying.next();
        one.crash();
        try (MemoryBroker again = one.replica("one")) {
            Probe heir = Probe.thatSucceeds();
            again.consume("same-name", ConsumerOptions.group("g"), heir);
            restAfter(Duration.ofMillis(4_999));
            assertThat(heir.texts()).isEmpty();
            restAfter(Duration.ofMillis(1));
            assertThat(heir.deliveries()).containsExactly(2);
        }
    }

    @Test
    void messageThatCrashedItsLastDeliveryIsADeadLetterUnrun() {
        Probe dying = Probe.thatWaitsFor(go);
        ConsumerOptions options = ConsumerOptions.group("g").maxDeliveries(1);
        one.consume("killer", options, dying);
        one.publish("killer", "m");
        dying.next();
        one.crash();
        Probe heir = Probe.thatSucceeds();
        two.consume("killer", options, heir);
        restAfter(Duration.ofSeconds(60));
        assertThat(heir.texts()).isEmpty();
        assertThat(two.deadLetters("killer").list(1)).singleElement().satisfies(letter -> {
            assertThat(letter.deliveries()).isEqualTo(1);
            assertThat(letter.exception()).isEmpty();
        });
    }

    @Test
    void slowHandlerIsNeverRunTwiceAtTheSameTime() {
        Probe slow = Probe.thatWaitsFor(go);
        Probe other = Probe.thatSucceeds();
        one.consume("slow", ConsumerOptions.group("g"), slow);
        one.publish("slow", "m");
        slow.next();
        two.consume("slow", ConsumerOptions.group("g"), other);
        clock.advance(Duration.ofDays(1));
        two.publish("slow", "marker");
        assertThat(other.next().text()).isEqualTo("marker");
        go.countDown();
        assertThat(one.awaitIdle(LONG)).isTrue();
        assertThat(other.texts()).containsExactly("marker");
    }

    @Test
    void lateFailureAfterMaxRuntimeChangesNothingAndIsLogged() {
        Probe late = Probe.thatDoes(message -> {
            go.await();
            throw new IllegalStateException("late");
        });
        Probe heir = Probe.thatSucceeds();
        ConsumerOptions options = ConsumerOptions.group("g").maxDeliveries(2);
        Subscription subscription = one.consume("late", options.maxRuntime(Duration.ofSeconds(10)), late);
        one.publish("late", "m");
        late.next();
        two.consume("late", options, heir);
        clock.advance(Duration.ofSeconds(70));
        assertThat(heir.next().deliveries()).isEqualTo(2);
        try (LogLines log = LogLines.about("topic late,")) {
            go.countDown();
            assertThat(subscription.awaitIdle(LONG)).isTrue();
            assertThat(log.warnings()).singleElement().asString().contains("That changes nothing");
        }
        assertThat(one.deadLetters("late").count()).isZero();
    }

    @Test
    void lateSuccessAfterMaxRuntimeAcksAndIsLogged() {
        Probe late = Probe.thatWaitsFor(go);
        CountDownLatch heirGoes = new CountDownLatch(1);
        Probe heir = Probe.thatDoes(message -> {
            heirGoes.await();
            throw new IllegalStateException("after the work was done");
        });
        Subscription subscription =
                one.consume("late-ack", ConsumerOptions.group("g").maxRuntime(Duration.ofSeconds(10)), late);
        one.publish("late-ack", "m");
        late.next();
        two.consume("late-ack", ConsumerOptions.group("g"), heir);
        clock.advance(Duration.ofSeconds(70));
        heir.next();
        try (LogLines log = LogLines.about("topic late-ack,")) {
            go.countDown();
            assertThat(subscription.awaitIdle(LONG)).isTrue();
            assertThat(log.infos()).singleElement().asString().contains("two has taken it over", "It is acked");
        }
        heirGoes.countDown();
        restAfter(Duration.ofDays(1));
        assertThat(heir.deliveries()).containsExactly(2);
    }

    @Test
    void closedSubscriptionLeavesItsRetriesToOtherMembersWithTheirClock() {
        Probe failing = Probe.thatFails();
        Probe heir = Probe.thatSucceeds();
        Subscription subscription = one.consume("left-retries", ConsumerOptions.group("g"), failing);
        one.publish("left-retries", "m");
        assertThat(one.awaitIdle(LONG)).isTrue();
        two.consume("left-retries", ConsumerOptions.group("g"), heir);
        subscription.close();
        restAfter(Duration.ofMillis(4_999));
        assertThat(heir.texts()).isEmpty();
        restAfter(Duration.ofMillis(1));
        assertThat(heir.deliveries()).containsExactly(2);
    }

    @Test
    void whatIsStillRunningWhenTheBrokerClosesStaysPending() {
        MemoryBroker brief = MemoryBroker.builder()
                .clock(clock)
                .shutdownTimeout(Duration.ZERO)
                .build();
        Probe stuck = Probe.thatWaitsFor(go);
        Subscription subscription = brief.consume("stuck", ConsumerOptions.group("g"), stuck);
        brief.publish("stuck", "m");
        stuck.next();
        MemoryBroker next = brief.replica("next");
        brief.close();
        go.countDown();
        assertThat(subscription.awaitIdle(LONG)).isTrue();
        Probe heir = Probe.thatSucceeds();
        next.consume("stuck", ConsumerOptions.group("g"), heir);
        clock.advance(Duration.ofSeconds(60));
        assertThat(heir.next().deliveries()).isEqualTo(2);
        next.close();
    }

    @Test
    void closingDoesNotWaitForWhatWasDrainedInVainBefore() throws Exception {
        MemoryBroker drained = MemoryBroker.builder()
                .clock(clock)
                .shutdownTimeout(Duration.ofHours(1))
                .build();
        Probe stuck = Probe.thatWaitsFor(go);
        Subscription subscription = drained.consume("drained-in-vain", ConsumerOptions.group("g"), stuck);
        drained.publish("drained-in-vain", "m");
        stuck.next();
        assertThat(Subscription.drain(List.of(subscription), Duration.ZERO)).isFalse();
        CompletableFuture.runAsync(drained::close).get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(go.getCount()).as("the handler is running still").isOne();
    }

    @Test
    void messageWhoseLeaseEndedIsClaimedWithoutAnythingElseHappening() {
        MemoryBroker first = MemoryBroker.builder()
                .consumerName("first")
                .claimAfter(Duration.ofMillis(20))
                .retryPolicy(new RetryPolicy(5, Duration.ZERO))
                .shutdownTimeout(Duration.ZERO)
                .build();
        try (first;
                MemoryBroker second = first.replica("second")) {
            Probe heir = Probe.thatSucceeds();
            Subscription waiting = second.consume("ended", ConsumerOptions.group("g"), heir);
            waiting.pause();
            Probe stuck = Probe.thatWaitsFor(go);
            first.consume("ended", ConsumerOptions.group("g").maxRuntime(Duration.ofMillis(200)), stuck);
            first.publish("ended", "m");
            stuck.next();
            waiting.resume();
            assertThat(heir.next().deliveries()).isEqualTo(2);
        }
    }

    @Test
    void nameOfALiveReplicaGetsANumberAndAWarning() {
        try (LogLines log = LogLines.about("consumer name two");
                MemoryBroker again = one.replica("two")) {
            assertThat(again.consumerName()).isEqualTo("two-2");
            assertThat(log.warnings()).hasSize(1);
        }
    }
}
