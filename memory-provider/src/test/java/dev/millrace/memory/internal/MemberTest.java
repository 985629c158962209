package dev.millrace.memory.internal;

import static dev.millrace.memory.internal.OneGroup.T0;
import static dev.millrace.memory.internal.OneGroup.at;
import static dev.millrace.memory.internal.OneGroup.deliver;
import static dev.millrace.memory.internal.OneGroup.failTimes;
import static dev.millrace.memory.internal.OneGroup.rules;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.millrace.DeadLetterHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemberTest {

    private final OneGroup one = new OneGroup();

    @ParameterizedTest(name = "after delivery {0} the gap is {1} s")
    @CsvSource({"1, 5", "2, 10", "3, 20", "4, 40", "5, 80", "6, 160", "7, 160"})
    void retryIsDueItsGapAfterTheFailureAndNotBefore(int failures, long gap) {
        one.append();
        Member member = one.group.join("c", rules(10, 5, 60));
        failTimes(member, failures);
        assertThat(member.nextDue()).contains(at(gap));
        assertThat(member.take(at(gap).minusMillis(1))).isEmpty();
        assertThat(deliver(member, at(gap)).deliveries()).isEqualTo(failures + 1);
    }

    @ParameterizedTest(name = "retryAfter {0} s, claimAfter {1} s: another consumer may after {2} s")
    @CsvSource({"5, 60, 60", "90, 60, 90", "0, 60, 60", "5, 1, 5"})
    void anothersEntryIsClaimedAfterTheLongerOfClaimTimeAndGap(int retryAfter, int claimAfter, long due) {
        one.append();
        Rules rules = rules(10, retryAfter, claimAfter);
        Member owner = one.group.join("owner", rules);
        Member other = one.group.join("other", rules);
        failTimes(owner, 1);
        owner.die(at(0));
        assertThat(other.nextDue()).contains(at(due));
        assertThat(other.take(at(due).minusMillis(1))).isEmpty();
        assertThat(deliver(other, at(due)).deliveries()).isEqualTo(2);
    }

    @Test
    void claimAfterZeroClaimsNothingOfOthersAndRetriesOnesOwn() {
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 0));
        Member other = one.group.join("other", rules(10, 5, 0));
        failTimes(owner, 1);
        assertThat(other.nextDue()).isEmpty();
        assertThat(deliver(owner, at(5)).deliveries()).isEqualTo(2);
    }

    @Test
    void everyMemberGoesByItsOwnGaps() {
        one.append();
        Member patient = one.group.join("patient", rules(10, 100, 1));
        Member eager = one.group.join("eager", rules(10, 2, 1));
        failTimes(patient, 1);
        assertThat(patient.nextDue()).contains(at(100));
        assertThat(eager.nextDue()).contains(at(2));
    }

    @Test
    void whatIsInHandIsNobodyElsesToTake() {
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 60));
        Member other = one.group.join("other", rules(10, 5, 60));
        deliver(owner, T0);
        assertThat(other.take(at(1_000_000))).isEmpty();
    }

    @Test
    void dueEntriesAreFoundBehindAnyNumberOfWaitingOnes() {
        Member member = one.group.join("c", rules(10, 5, 60));
        for (int i = 0; i < 200; i++) {
            one.append();
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
        Member member = one.group.join("c", rules(10, 0, 60));
        List<Lease> failed = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            one.append();
            failed.add(deliver(member, T0));
        }
        failed.forEach(lease -> lease.fail(T0, null));
        for (int i = 0; i < 3; i++) {
            one.append();
        }
        List<Integer> deliveries = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            deliveries.add(deliver(member, T0).deliveries());
        }
        assertThat(deliveries).containsExactly(2, 1, 2, 1, 2, 1);
    }

    @Test
    void wishForASoonerRetryIsGranted() {
        one.append();
        Member member = one.group.join("c", rules(10, 5, 60));
        deliver(member, T0).fail(T0, at(1));
        assertThat(member.take(at(1).minusMillis(1))).isEmpty();
        assertThat(deliver(member, at(1)).deliveries()).isEqualTo(2);
    }

    @Test
    void whatIsHandedBackIsUncountedAndAtOnceOpenToAnotherConsumer() {
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 60));
        Member other = one.group.join("other", rules(10, 5, 60));
        deliver(owner, T0).handBack();
        assertThat(deliver(other, T0).deliveries()).isEqualTo(1);
    }

    @Test
    void retryThatIsHandedBackIsUncountedAndAtOnceOpenToAnotherConsumer() {
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 60));
        Member other = one.group.join("other", rules(10, 100, 60));
        failTimes(owner, 1);
        deliver(owner, at(5)).handBack();
        assertThat(deliver(other, at(5)).deliveries()).isEqualTo(2);
    }

    @Test
    void whatIsHandedBackComesBeforeWhatIsNewInTopicOrder() {
        Member member = one.group.join("c", rules(10, 5, 60));
        List<Entry> entries = List.of(one.append(), one.append(), one.append());
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
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 60));
        Member other = one.group.join("other", rules(10, 5, 60));
        failTimes(owner, 1);
        owner.leave();
        assertThat(other.take(at(5).minusMillis(1))).isEmpty();
        assertThat(deliver(other, at(5)).deliveries()).isEqualTo(2);
    }

    @Test
    void entryForAnotherGroupIsPassedOver() {
        one.append(Map.of(DeadLetterHeaders.REQUEUED_TO, "other"));
        Entry next = one.append();
        assertThat(deliver(one.group.join("c", rules(10, 5, 60)), T0).entry()).isEqualTo(next);
    }

    @Test
    void withoutRedeliveryNothingIsTakenTwice() {
        one.append();
        Rules rules = new Rules(rules(10, 5, 60).failures(), Duration.ofSeconds(60), false);
        Member member = one.group.join("c", rules);
        failTimes(member, 1);
        assertThat(member.take(at(1_000_000))).isEmpty();
    }
}
