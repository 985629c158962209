package dev.millrace.memory.internal;

import static dev.millrace.memory.internal.OneGroup.T0;
import static dev.millrace.memory.internal.OneGroup.at;
import static dev.millrace.memory.internal.OneGroup.deliver;
import static dev.millrace.memory.internal.OneGroup.failTimes;
import static dev.millrace.memory.internal.OneGroup.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.memory.internal.Lease.Settled;
import org.junit.jupiter.api.Test;

class LeaseTest {

    private final OneGroup one = new OneGroup();

    @Test
    void crashedDeliveryCountsAndItsGapRunsFromTheCrash() {
        one.append();
        Member owner = one.group.join("c", rules(10, 5, 60));
        deliver(owner, T0).die(at(100), Lease.Death.RUNNING);
        owner.die(at(0));
        Member again = one.group.join("c", rules(10, 5, 60));
        assertThat(again.take(at(105).minusMillis(1))).isEmpty();
        assertThat(deliver(again, at(105)).deliveries()).isEqualTo(2);
    }

    @Test
    void crashBeforeTheHandlerBeganDoesNotCount() {
        one.append();
        Member owner = one.group.join("c", rules(1, 5, 60));
        deliver(owner, T0).die(at(100), Lease.Death.HELD);
        owner.die(at(0));
        Member other = one.group.join("other", rules(1, 5, 60));
        assertThat(other.take(at(159))).isEmpty();
        assertThat(deliver(other, at(160)).deliveries()).isEqualTo(1);
    }

    @Test
    void entryThatCrashedItsLastDeliveryIsGivenUpUnrunWithoutItsGap() {
        one.append();
        Member owner = one.group.join("owner", rules(1, 1_000, 60));
        deliver(owner, T0).die(T0, Lease.Death.RUNNING);
        owner.die(at(0));
        Member other = one.group.join("other", rules(1, 1_000, 60));
        assertThat(other.take(at(60))).get().isInstanceOfSatisfying(Step.GiveUp.class, giveUp -> {
            assertThat(giveUp.reason()).isEqualTo(Reason.MAX_DELIVERIES);
            assertThat(giveUp.lease().deliveries()).isEqualTo(1);
        });
    }

    @Test
    void lateFailureOfAFormerOwnerChangesNothing() {
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 60));
        Member other = one.group.join("other", rules(10, 5, 60));
        Lease late = deliver(owner, T0);
        late.lapse(T0);
        deliver(other, at(60));
        assertThat(late.fail(at(61), null)).isEqualTo(Settled.TAKEN_OVER);
        assertThat(late.takenOverBy()).contains("other");
        assertThat(owner.take(at(1_000))).isEmpty();
    }

    @Test
    void lateSuccessOfAFormerOwnerAcks() {
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 60));
        Member other = one.group.join("other", rules(10, 5, 60));
        Lease late = deliver(owner, T0);
        late.lapse(T0);
        Lease current = deliver(other, at(60));
        assertThat(late.ack()).isEqualTo(Settled.TAKEN_OVER);
        assertThat(one.group.pending()).isZero();
        assertThat(current.fail(at(61), null)).isEqualTo(Settled.GONE);
    }

    @Test
    void lapsedEntryIsNotRunAgainByItsOwnConsumer() {
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 60));
        deliver(owner, T0).lapse(T0);
        assertThat(owner.take(at(1_000_000))).isEmpty();
    }

    @Test
    void lapsedEntryOfAClosedConsumerIsStillThereToClaim() {
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 60));
        Lease lease = deliver(owner, T0);
        owner.leave();
        Member other = one.group.join("other", rules(10, 5, 60));
        lease.die(T0, Lease.Death.RUNNING);
        assertThat(deliver(other, at(60)).deliveries()).isEqualTo(2);
    }

    @Test
    void nothingADeadConsumerDoesChangesAnything() {
        one.append();
        Member owner = one.group.join("owner", rules(10, 5, 60));
        Lease lease = deliver(owner, T0);
        lease.die(T0, Lease.Death.RUNNING);
        assertThat(lease.ack()).isEqualTo(Settled.DEAD);
        assertThat(lease.fail(at(1), null)).isEqualTo(Settled.DEAD);
        assertThat(one.group.pending()).isEqualTo(1);
    }

    @Test
    void entryDeletedWhilePendingIsSkippedAndAcked() {
        Entry entry = one.append();
        Member member = one.group.join("c", rules(10, 5, 60));
        failTimes(member, 1);
        one.topic.remove(entry.id());
        assertThat(member.take(at(5))).contains(new Step.Skipped(entry.id()));
        assertThat(one.group.pending()).isZero();
    }

    @Test
    void failureOfAnEntryDeletedMeanwhileAcksIt() {
        Entry entry = one.append();
        Lease lease = deliver(one.group.join("c", rules(10, 5, 60)), T0);
        one.topic.remove(entry.id());
        assertThat(lease.fail(T0, null)).isEqualTo(Settled.DELETED);
        assertThat(one.group.pending()).isZero();
    }
}
