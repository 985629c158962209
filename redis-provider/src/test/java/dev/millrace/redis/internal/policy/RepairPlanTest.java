package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.RetryPolicy;
import dev.millrace.redis.internal.policy.RepairAction.Claim;
import dev.millrace.redis.internal.policy.RepairAction.DeadLetter;
import dev.millrace.redis.internal.policy.RepairAction.Renew;
import dev.millrace.redis.internal.policy.RepairAction.Resume;
import dev.millrace.redis.internal.policy.RepairAction.Retry;
import dev.millrace.redis.internal.policy.RepairAction.Skip;
import dev.millrace.spi.FailurePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepairPlanTest {

    private static final Duration CLAIM_AFTER = Duration.ofSeconds(60);

    /** 5 deliveries, gaps of 5, 10, 20, 40 s. */
    private static final RepairRules RULES = rules(new RetryPolicy(5, Duration.ofSeconds(5)), false);

    private static RepairRules rules(RetryPolicy retry, boolean onDeadLetterTopic) {
        return new RepairRules(
                new FailurePolicy(retry, Set.of(), onDeadLetterTopic),
                "me",
                "~released",
                CLAIM_AFTER,
                Duration.ofSeconds(20));
    }

    private static PendingRow row(String consumer, double idleSeconds, int deliveries) {
        return new PendingRow("1-0", consumer, Duration.ofMillis((long) (idleSeconds * 1000)), deliveries);
    }

    @ParameterizedTest
    @CsvSource({
        // consumer, idle, deliveries -> action, then seconds (minimal idle of what is done, rest of what waits)
        "me,        4.999, 1, Skip,       0.001",
        "me,        5,     1, Retry,      5",
        "me,        9,     2, Skip,       1",
        "me,        10,    2, Retry,      10",
        "me,        39,    4, Skip,       1",
        "me,        40,    4, Retry,      40",
        "me,        0,     5, DeadLetter, 0",
        "me,        0,     9, DeadLetter, 0",
        "me,        0,     0, Retry,      0",
        "~released, 4,     1, Skip,       1",
        "~released, 5,     1, Retry,      5",
        "~released, 0,     0, Retry,      0",
        "~released, 0,     5, DeadLetter, 0",
        "other,     59,    1, Skip,       1",
        "other,     60,    1, Claim,      60",
        "other,     59,    5, Skip,       1",
        "other,     60,    5, DeadLetter, 60",
    })
    void rowIsActedOnByOwnerIdleTimeAndCount(
            String consumer, double idle, int deliveries, String action, double seconds) {
        RepairAction planned = RepairPlan.actionFor(row(consumer, idle, deliveries), RULES, Holdings.NONE);

        assertThat(planned.getClass().getSimpleName()).isEqualTo(action);
        assertThat(waitOf(planned)).isEqualTo(Duration.ofMillis((long) (seconds * 1000)));
    }

    private static Duration waitOf(RepairAction action) {
        if (action instanceof Retry retry) {
            return retry.minIdle();
        }
        if (action instanceof Claim claim) {
            return claim.minIdle();
        }
        return action instanceof DeadLetter dead
                ? dead.minIdle()
                : ((Skip) action).dueIn().orElseThrow();
    }

    @Test
    void anotherConsumersEntryWaitsForItsGapWhereThatIsLonger() {
        RepairRules slow = rules(new RetryPolicy(5, Duration.ofSeconds(40)), false);

        assertThat(RepairPlan.actionFor(row("other", 70, 2), slow, Holdings.NONE))
                .isEqualTo(new Skip(row("other", 70, 2), Optional.of(Duration.ofSeconds(10))));
        assertThat(RepairPlan.actionFor(row("other", 80, 2), slow, Holdings.NONE))
                .isInstanceOf(Claim.class);
    }

    @Test
    void withoutClaimsNothingOfOthersIsTouched() {
        PendingRow row = row("other", 100_000, 5);

        assertThat(RepairPlan.actionFor(row, RULES.withoutClaims(), Holdings.NONE))
                .isEqualTo(new Skip(row, Optional.empty()));
    }

    @Test
    void withoutClaimsOwnRetriesGoOn() {
        assertThat(RepairPlan.actionFor(row("me", 5, 1), RULES.withoutClaims(), Holdings.NONE))
                .isInstanceOf(Retry.class);
    }

    @ParameterizedTest
    @CsvSource({"me, 20, 1", "me, 0, 5", "other, 100000, 1", "other, 100000, 5"})
    void whatIsInHandIsLeftAlone(String consumer, double idle, int deliveries) {
        Holdings holdings = new Holdings(Set.of("1-0"), Set.of(), Map.of(), Duration.ZERO);

        assertThat(RepairPlan.actionFor(row(consumer, idle, deliveries), RULES, holdings))
                .isInstanceOf(Skip.class);
    }

    @Test
    void leaseThatWasNotRenewedInTimeIsRenewedOutOfTurn() {
        Holdings holdings = new Holdings(Set.of("1-0"), Set.of(), Map.of(), Duration.ZERO);

        assertThat(RepairPlan.actionFor(row("me", 20.001, 1), RULES, holdings)).isInstanceOf(Renew.class);
    }

    @Test
    void refusedCopyWaitsForItsPause() {
        Holdings holdings = new Holdings(Set.of(), Set.of("1-0"), Map.of(), Duration.ZERO);

        assertThat(RepairPlan.actionFor(row("me", 100, 5), RULES, holdings)).isInstanceOf(Skip.class);
    }

    @Test
    void claimWhoseReplyWasLostIsRunAtTheCountItHas() {
        Holdings holdings = new Holdings(Set.of(), Set.of(), Map.of("1-0", 5), Duration.ZERO);

        assertThat(RepairPlan.actionFor(row("me", 0, 5), RULES, holdings)).isInstanceOf(Resume.class);
    }

    @Test
    void claimThatNeverHappenedIsPlannedAsBefore() {
        Holdings holdings = new Holdings(Set.of(), Set.of(), Map.of("1-0", 2), Duration.ZERO);

        assertThat(RepairPlan.actionFor(row("me", 5, 1), RULES, holdings)).isInstanceOf(Retry.class);
    }

    @Test
    void readWhoseReplyWasLostMakesNoDeadLetterOfWhatWasNeverRun() {
        RepairRules once = rules(new RetryPolicy(1, Duration.ofSeconds(5)), false);
        Holdings holdings = new Holdings(Set.of(), Set.of(), Map.of(), Duration.ofSeconds(3));

        assertThat(RepairPlan.actionFor(row("me", 3, 1), once, holdings)).isInstanceOf(Resume.class);
        assertThat(RepairPlan.actionFor(row("me", 3.001, 1), once, holdings))
                .as("handed out before that read")
                .isInstanceOf(DeadLetter.class);
        assertThat(RepairPlan.actionFor(row("other", 3, 1), once, holdings)).isInstanceOf(Skip.class);
    }

    @Test
    void deadLetterTopicIsRetriedAtTheCappedGapForEver() {
        RepairRules dead = rules(new RetryPolicy(5, Duration.ofSeconds(5)), true);

        assertThat(RepairPlan.actionFor(row("me", 160, 99), dead, Holdings.NONE))
                .isEqualTo(new Retry(row("me", 160, 99), Duration.ofSeconds(160)));
    }

    @Test
    void whatNeedsNoSlotComesFirstThenTheOldest() {
        PendingRow waiting = new PendingRow("1-0", "me", Duration.ofSeconds(1), 1);
        PendingRow due = new PendingRow("2-0", "me", Duration.ofSeconds(5), 1);
        PendingRow claimed = new PendingRow("3-0", "other", Duration.ofSeconds(60), 1);
        PendingRow spent = new PendingRow("4-0", "me", Duration.ZERO, 5);

        RepairPlan plan = RepairPlan.of(List.of(waiting, due, claimed, spent), RULES, Holdings.NONE);

        assertThat(plan.actions())
                .containsExactly(
                        new DeadLetter(spent, Duration.ZERO, Reason.MAX_DELIVERIES),
                        new Retry(due, Duration.ofSeconds(5)),
                        new Claim(claimed, CLAIM_AFTER),
                        new Skip(waiting, Optional.of(Duration.ofSeconds(4))));
    }

    @Test
    void soonestOfWhatWaitsIsTold() {
        PendingRow soon = new PendingRow("1-0", "me", Duration.ofSeconds(4), 1);
        PendingRow later = new PendingRow("2-0", "other", Duration.ofSeconds(10), 1);

        assertThat(RepairPlan.of(List.of(soon, later), RULES, Holdings.NONE).nextDueIn())
                .contains(Duration.ofSeconds(1));
    }
}
