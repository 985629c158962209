package dev.millrace.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.DeadLetterHeaders;
import dev.millrace.RetryPolicy;
import dev.millrace.StartAt;
import dev.millrace.memory.internal.Lease.Settled;
import dev.millrace.spi.FailurePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberTest {

    private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

    private final Topic topic = new Topic();
    private final Group group = topic.group("g", StartAt.EARLIEST, T0).group();

    private static Rules rules(int maxDeliveries, int retryAfter, int claimAfter) {
        RetryPolicy retry = new RetryPolicy(maxDeliveries, Duration.ofSeconds(retryAfter));
        return new Rules(new FailurePolicy(retry, Set.of(), false), Duration.ofSeconds(claimAfter), true);
    }

    private Entry append() {
        return append(Map.of());
    }

    private Entry append(Map<String, String> headers) {
        return topic.append(T0, null, new byte[0], headers);
    }

    private static Instant at(long seconds) {
        return T0.plusSeconds(seconds);
    }

    private static Lease deliver(Member member, Instant now) {
        return member.take(now)
                .filter(Step.Deliver.class::isInstance)
                .map(Step.Deliver.class::cast)
                .orElseThrow(() -> new AssertionError("nothing to deliver at " + now))
                .lease();
    }

    private static void failTimes(Member member, int times) {
        Instant now = T0;
        for (int i = 0; i < times; i++) {
            deliver(member, now).fail(T0, null);
            now = at(1_000_000);
        }
    }

    @ParameterizedTest(name = "after delivery {0} the gap is {1} s")
    @CsvSource({"1, 5", "2, 10", "3, 20", "4, 40", "5, 80", "6, 160", "7, 160"})
    void retryIsDueItsGapAfterTheFailureAndNotBefore(int failures, long gap) {
        append();
        Member member = group.join("c", rules(10, 5, 60));
        failTimes(member, failures);
        assertThat(member.nextDue()).contains(at(gap));
        assertThat(member.take(at(gap).minusMillis(1))).isEmpty();
        assertThat(deliver(member, at(gap)).deliveries()).isEqualTo(failures + 1);
    }

    @ParameterizedTest(name = "retryAfter {0} s, claimAfter {1} s: another consumer may after {2} s")
    @CsvSource({"5, 60, 60", "90, 60, 90", "0, 60, 60", "5, 1, 5"})
    void anothersEntryIsClaimedAfterTheLongerOfClaimTimeAndGap(int retryAfter, int claimAfter, long due) {
        append();
        Rules rules = rules(10, retryAfter, claimAfter);
        Member owner = group.join("owner", rules);
        Member other = group.join("other", rules);
        failTimes(owner, 1);
        owner.die();
        assertThat(other.nextDue()).contains(at(due));
        assertThat(other.take(at(due).minusMillis(1))).isEmpty();
        assertThat(deliver(other, at(due)).deliveries()).isEqualTo(2);
    }

    @Test
    void claimAfterZeroClaimsNothingOfOthersAndRetriesOnesOwn() {
        append();
        Member owner = group.join("owner", rules(10, 5, 0));
        Member other = group.join("other", rules(10, 5, 0));
        failTimes(owner, 1);
        assertThat(other.nextDue()).isEmpty();
        assertThat(deliver(owner, at(5)).deliveries()).isEqualTo(2);
    }

    @Test
    void everyMemberGoesByItsOwnGaps() {
        append();
        Member patient = group.join("patient", rules(10, 100, 1));
        Member eager = group.join("eager", rules(10, 2, 1));
        failTimes(patient, 1);
        assertThat(patient.nextDue()).contains(at(100));
        assertThat(eager.nextDue()).contains(at(2));
    }

    @Test
    void whatIsInHandIsNobodyElsesToTake() {
        append();
        Member owner = group.join("owner", rules(10, 5, 60));
        Member other = group.join("other", rules(10, 5, 60));
        deliver(owner, T0);
        assertThat(other.take(at(1_000_000))).isEmpty();
    }

    @Test
    void dueEntriesAreFoundBehindAnyNumberOfWaitingOnes() {
        Member member = group.join("c", rules(10, 5, 60));
        for (int i = 0; i < 200; i++) {
            append();
        }
        List<Lease> leases = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            leases.add(deliver(member, T0));
        }
        leases.subList(0, 199).forEach(lease -> lease.fail(at(1_000), null));
        leases.get(199).fail(T0, null);
        assertThat(deliver(member, at(5)).entry()).isEqualTo(leases.get(199).entry());
    }

    @Test
    void dueRetriesAndNewMessagesTakeTurns() {
        Member member = group.join("c", rules(10, 0, 60));
        List<Lease> failed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            append();
            failed.add(deliver(member, T0));
        }
        failed.forEach(lease -> lease.fail(T0, null));
        for (int i = 0; i < 3; i++) {
            append();
        }
        List<Integer> deliveries = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            deliveries.add(deliver(member, T0).deliveries());
        }
        assertThat(deliveries).containsExactly(2, 1, 2, 1, 2, 1);
    }

    @Test
    void wishForASoonerRetryIsGranted() {
        append();
        Member member = group.join("c", rules(10, 5, 60));
        deliver(member, T0).fail(T0, at(1));
        assertThat(member.take(at(1).minusMillis(1))).isEmpty();
        assertThat(deliver(member, at(1)).deliveries()).isEqualTo(2);
    }

    @Test
    void whatIsHandedBackIsUncountedAndAtOnceOpenToAnotherConsumer() {
        append();
        Member owner = group.join("owner", rules(10, 5, 60));
        Member other = group.join("other", rules(10, 5, 60));
        deliver(owner, T0).handBack();
        assertThat(deliver(other, T0).deliveries()).isEqualTo(1);
    }

    @Test
    void retryThatIsHandedBackIsUncountedAndAtOnceOpenToAnotherConsumer() {
        append();
        Member owner = group.join("owner", rules(10, 5, 60));
        Member other = group.join("other", rules(10, 100, 60));
        failTimes(owner, 1);
        deliver(owner, at(5)).handBack();
        assertThat(deliver(other, at(5)).deliveries()).isEqualTo(2);
    }

    @Test
    void whatIsHandedBackComesBeforeWhatIsNewInTopicOrder() {
        Member member = group.join("c", rules(10, 5, 60));
        List<Entry> entries = List.of(append(), append(), append());
        Lease first = deliver(member, T0);
        Lease second = deliver(member, T0);
        second.handBack();
        first.handBack();
        List<Entry> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            order.add(deliver(member, T0).entry());
        }
        assertThat(order).isEqualTo(entries);
    }

    @Test
    void waitingRetriesOfAConsumerThatLeftAreForAnyMemberWithTheirClock() {
        append();
        Member owner = group.join("owner", rules(10, 5, 60));
        Member other = group.join("other", rules(10, 5, 60));
        failTimes(owner, 1);
        owner.leave();
        assertThat(other.take(at(5).minusMillis(1))).isEmpty();
        assertThat(deliver(other, at(5)).deliveries()).isEqualTo(2);
    }

    @Test
    void crashedDeliveryCountsAndItsGapRunsFromTheCrash() {
        append();
        Member owner = group.join("c", rules(10, 5, 60));
        deliver(owner, T0).die(at(100), Lease.Death.RUNNING);
        owner.die();
        Member again = group.join("c", rules(10, 5, 60));
        assertThat(again.take(at(105).minusMillis(1))).isEmpty();
        assertThat(deliver(again, at(105)).deliveries()).isEqualTo(2);
    }

    @Test
    void crashBeforeTheHandlerBeganDoesNotCount() {
        append();
        Member owner = group.join("c", rules(1, 5, 60));
        deliver(owner, T0).die(at(100), Lease.Death.HELD);
        owner.die();
        Member other = group.join("other", rules(1, 5, 60));
        assertThat(other.take(at(159))).isEmpty();
        assertThat(deliver(other, at(160)).deliveries()).isEqualTo(1);
    }

    @Test
    void entryThatCrashedItsLastDeliveryIsGivenUpUnrunWithoutItsGap() {
        append();
        Member owner = group.join("owner", rules(1, 1_000, 60));
        deliver(owner, T0).die(T0, Lease.Death.RUNNING);
        owner.die();
        Member other = group.join("other", rules(1, 1_000, 60));
        assertThat(other.take(at(60))).get().isInstanceOfSatisfying(Step.GiveUp.class, giveUp -> {
            assertThat(giveUp.reason()).isEqualTo(Reason.MAX_DELIVERIES);
            assertThat(giveUp.lease().deliveries()).isEqualTo(1);
        });
    }

    @Test
    void lateFailureOfAFormerOwnerChangesNothing() {
        append();
        Member owner = group.join("owner", rules(10, 5, 60));
        Member other = group.join("other", rules(10, 5, 60));
        Lease late = deliver(owner, T0);
        late.lapse(T0);
        deliver(other, at(60));
        assertThat(late.fail(at(61), null)).isEqualTo(Settled.TAKEN_OVER);
        assertThat(late.takenOverBy()).contains("other");
        assertThat(owner.take(at(1_000))).isEmpty();
    }

    @Test
    void lateSuccessOfAFormerOwnerAcks() {
        append();
        Member owner = group.join("owner", rules(10, 5, 60));
        Member other = group.join("other", rules(10, 5, 60));
        Lease late = deliver(owner, T0);
        late.lapse(T0);
        Lease current = deliver(other, at(60));
        assertThat(late.ack()).isEqualTo(Settled.TAKEN_OVER);
        assertThat(group.pending()).isZero();
        assertThat(current.fail(at(61), null)).isEqualTo(Settled.GONE);
    }

    @Test
    void lapsedEntryIsNotRunAgainByItsOwnConsumer() {
        append();
        Member owner = group.join("owner", rules(10, 5, 60));
        deliver(owner, T0).lapse(T0);
        assertThat(owner.take(at(1_000_000))).isEmpty();
    }

    @Test
    void lapsedEntryOfAClosedConsumerIsStillThereToClaim() {
        append();
        Member owner = group.join("owner", rules(10, 5, 60));
        Lease lease = deliver(owner, T0);
        owner.leave();
        Member other = group.join("other", rules(10, 5, 60));
        lease.die(T0, Lease.Death.RUNNING);
        assertThat(deliver(other, at(60)).deliveries()).isEqualTo(2);
    }

    @Test
    void nothingADeadConsumerDoesChangesAnything() {
        append();
        Member owner = group.join("owner", rules(10, 5, 60));
        Lease lease = deliver(owner, T0);
        lease.die(T0, Lease.Death.RUNNING);
        assertThat(lease.ack()).isEqualTo(Settled.DEAD);
        assertThat(lease.fail(at(1), null)).isEqualTo(Settled.DEAD);
        assertThat(group.pending()).isEqualTo(1);
    }

    @Test
    void entryDeletedWhilePendingIsSkippedAndAcked() {
        Entry entry = append();
        Member member = group.join("c", rules(10, 5, 60));
        failTimes(member, 1);
        topic.remove(entry.id());
        assertThat(member.take(at(5))).contains(new Step.Skipped(entry.id()));
        assertThat(group.pending()).isZero();
    }

    @Test
    void failureOfAnEntryDeletedMeanwhileAcksIt() {
        Entry entry = append();
        Lease lease = deliver(group.join("c", rules(10, 5, 60)), T0);
        topic.remove(entry.id());
        assertThat(lease.fail(T0, null)).isEqualTo(Settled.DELETED);
        assertThat(group.pending()).isZero();
    }

    @Test
    void entryForAnotherGroupIsPassedOver() {
        append(Map.of(DeadLetterHeaders.REQUEUED_TO, "other"));
        Entry next = append();
        assertThat(deliver(group.join("c", rules(10, 5, 60)), T0).entry()).isEqualTo(next);
    }

    @Test
    void withoutRedeliveryNothingIsTakenTwice() {
        append();
        Rules rules = new Rules(rules(10, 5, 60).failures(), Duration.ofSeconds(60), false);
        Member member = group.join("c", rules);
        failTimes(member, 1);
        assertThat(member.take(at(1_000_000))).isEmpty();
    }
}
