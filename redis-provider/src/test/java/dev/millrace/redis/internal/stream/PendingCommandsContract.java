package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.stream.StreamCommands.Burial;
import dev.millrace.redis.internal.stream.StreamCommands.Claim;
import dev.millrace.redis.internal.stream.StreamCommands.Epitaph;
import org.junit.jupiter.api.Test;

/** What every implementation does with single pending entries, so that the fake may stand for the server. */
abstract class PendingCommandsContract extends CommandsContract {

    @Test
    void claimTakesTheEntryAtTheCountGiven() {
        PendingRow row = delivered("a");

        Claim claim = commands.claim(group, "you", row, Duration.ZERO, 2);

        assertThat(claim).isInstanceOfSatisfying(Claim.Taken.class, taken -> {
            assertThat(text(taken.entry(), "payload")).isEqualTo("a");
            assertThat(taken.deliveries()).isEqualTo(2);
        });
        assertThat(row(row.id()).consumer()).isEqualTo("you");
        assertThat(row(row.id()).deliveries()).isEqualTo(2);
    }

    @Test
    void claimOfWhatIsAnothersByNowIsLost() {
        PendingRow row = delivered("a");
        commands.claim(group, "you", row, Duration.ZERO, 2);

        assertThat(commands.claim(group, "third", row, Duration.ZERO, 2)).isEqualTo(new Claim.Lost());
        assertThat(row(row.id()).consumer()).isEqualTo("you");
    }

    @Test
    void claimOfWhatWasUsedMeanwhileIsLost() {
        PendingRow row = delivered("a");

        assertThat(commands.claim(group, "you", row, Duration.ofHours(1), 2)).isEqualTo(new Claim.Lost());
        assertThat(row(row.id()).deliveries()).isEqualTo(1);
    }

    @Test
    void claimOfADeletedEntryAcksIt() {
        PendingRow row = delivered("a");
        commands.delete(key, row.id());

        assertThat(commands.claim(group, "me", row, Duration.ZERO, 2)).isEqualTo(new Claim.Gone());
        assertThat(rows()).isEmpty();
    }

    @Test
    void stampSetsClockAndCount() {
        PendingRow row = delivered("a");

        assertThat(commands.stamp(group, "me", row.id(), Duration.ofHours(2), 7))
                .isTrue();

        assertThat(row(row.id()).idle()).isGreaterThanOrEqualTo(Duration.ofHours(2));
        assertThat(row(row.id()).deliveries()).isEqualTo(7);
    }

    @Test
    void stampByAFormerOwnerChangesNothing() {
        PendingRow row = delivered("a");
        commands.claim(group, "you", row, Duration.ZERO, 2);

        assertThat(commands.stamp(group, "me", row.id(), Duration.ofHours(2), 7))
                .isFalse();
        assertThat(row(row.id()).consumer()).isEqualTo("you");
        assertThat(row(row.id()).deliveries()).isEqualTo(2);
    }

    @Test
    void renewalSetsTheClockBackAndKeepsTheCount() {
        PendingRow row = delivered("a");
        commands.stamp(group, "me", row.id(), Duration.ofHours(2), 3);

        assertThat(commands.renew(group, "me", List.of(row.id()))).isEmpty();

        assertThat(row(row.id()).idle()).isLessThan(Duration.ofHours(1));
        assertThat(row(row.id()).deliveries()).isEqualTo(3);
    }

    @Test
    void renewalByAFormerOwnerIsToldAndStealsNothing() {
        PendingRow mine = delivered("a");
        PendingRow lost = delivered("b");
        commands.claim(group, "you", lost, Duration.ZERO, 2);

        assertThat(commands.renew(group, "me", List.of(mine.id(), lost.id()))).containsExactly(lost.id());
        assertThat(row(lost.id()).consumer()).isEqualTo("you");
    }

    @Test
    void deadLetterIsTheEntryWithOtherHeaders() {
        String id = commands.add(
                key, fields("payload", "a", "headers", "{\"k\":\"v\"}", "event", "placed", "foreign", "kept"));
        createGroup();
        read("me", 1);

        Burial burial = commands.deadLetter(group, dead, row(id), Duration.ZERO, new Epitaph("{\"x\":\"y\"}", false));

        assertThat(burial).isEqualTo(Burial.COPIED);
        StreamEntry copy = commands.range(dead, "-", "+", 10).get(0);
        assertThat(copy.fields().keySet()).containsExactlyInAnyOrder("payload", "headers", "event", "foreign");
        assertThat(text(copy, "headers")).isEqualTo("{\"x\":\"y\"}");
        assertThat(text(copy, "event")).isEqualTo("placed");
        assertThat(rows()).isEmpty();
    }

    @Test
    void deadLetterKeepsHeadersThatCannotBeRead() {
        String id = commands.add(key, fields("payload", "a", "headers", "no json"));
        createGroup();
        read("me", 1);

        commands.deadLetter(group, dead, row(id), Duration.ZERO, new Epitaph("{}", true));

        StreamEntry copy = commands.range(dead, "-", "+", 10).get(0);
        assertThat(text(copy, "headers")).isEqualTo("{}");
        assertThat(text(copy, RedisStreamCommands.MALFORMED_HEADERS)).isEqualTo("no json");
    }

    /** More than a script can pass on, such as another program may have written. */
    @Test
    void deadLetterKeepsEveryFieldOfAnEntryOfThousands() {
        String id = commands.add(key, manyFields());
        createGroup();
        read("me", 1);

        assertThat(commands.deadLetter(group, dead, row(id), Duration.ZERO, new Epitaph("{\"x\":\"y\"}", true)))
                .isEqualTo(Burial.COPIED);

        StreamEntry copy = commands.range(dead, "-", "+", 10).get(0);
        assertThat(copy.fields()).hasSize(manyFields().size() + 1);
        assertThat(text(copy, "headers")).isEqualTo("{\"x\":\"y\"}");
        assertThat(text(copy, RedisStreamCommands.MALFORMED_HEADERS)).isEqualTo("{}");
        assertThat(rows()).isEmpty();
    }

    @Test
    void secondDeadLetterOfOneEntryIsNotWritten() {
        PendingRow row = delivered("a");
        commands.deadLetter(group, dead, row, Duration.ZERO, new Epitaph("{}", false));

        assertThat(commands.deadLetter(group, dead, row, Duration.ZERO, new Epitaph("{}", false)))
                .isEqualTo(Burial.LOST);
        assertThat(commands.length(dead)).isEqualTo(1);
    }

    @Test
    void deadLetterOfWhatWasUsedMeanwhileIsNotWritten() {
        PendingRow row = delivered("a");

        assertThat(commands.deadLetter(group, dead, row, Duration.ofHours(1), new Epitaph("{}", false)))
                .isEqualTo(Burial.LOST);
        assertThat(rows()).hasSize(1);
    }

    @Test
    void deletedEntryIsAckedAndNotCopied() {
        PendingRow row = delivered("a");
        commands.delete(key, row.id());

        assertThat(commands.deadLetter(group, dead, row, Duration.ZERO, new Epitaph("{}", false)))
                .isEqualTo(Burial.GONE);
        assertThat(rows()).isEmpty();
        assertThat(commands.length(dead)).isZero();
    }

    @Test
    void entryHandedBackIsParkedOneDeliveryLess() {
        PendingRow row = delivered("a");

        assertThat(commands.handBack(group, "me", PARKED, List.of(row.id()))).isEqualTo(1);

        assertThat(row(row.id()).consumer()).isEqualTo(PARKED);
        assertThat(row(row.id()).deliveries()).isZero();
        assertThat(row(row.id()).idle()).as("due whatever the gap").isGreaterThan(Duration.ofDays(30));
    }

    @Test
    void entryOfAnotherIsNotHandedBack() {
        PendingRow row = delivered("a");

        assertThat(commands.handBack(group, "you", PARKED, List.of(row.id()))).isZero();
        assertThat(row(row.id()).consumer()).isEqualTo("me");
    }

    @Test
    void waitingEntriesAreReleasedWithClockAndCount() {
        PendingRow waiting = delivered("a");
        PendingRow kept = delivered("b");
        commands.stamp(group, "me", waiting.id(), Duration.ofHours(2), 3);

        commands.release(group, "me", PARKED, List.of(kept.id()));

        assertThat(row(waiting.id()).consumer()).isEqualTo(PARKED);
        assertThat(row(waiting.id()).idle()).isGreaterThanOrEqualTo(Duration.ofHours(2));
        assertThat(row(waiting.id()).deliveries()).isEqualTo(3);
        assertThat(row(kept.id()).consumer()).isEqualTo("me");
    }

    @Test
    void moreThanAPageIsReleased() {
        createGroup();
        for (int i = 0; i < 250; i++) {
            add("m" + i);
        }
        read("me", 250);

        commands.release(group, "me", PARKED, List.of());

        assertThat(pending()).isEqualTo(Map.of(PARKED, 250L));
    }
}
