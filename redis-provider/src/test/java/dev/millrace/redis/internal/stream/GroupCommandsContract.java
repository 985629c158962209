package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.redis.internal.policy.GroupStart;
import dev.millrace.redis.internal.policy.Watermark;
import dev.millrace.redis.internal.stream.StreamCommands.Creation;
import dev.millrace.redis.internal.stream.StreamCommands.Deletion;
import dev.millrace.redis.internal.stream.StreamCommands.GroupFacts;
import dev.millrace.redis.internal.stream.StreamCommands.GroupRow;
import org.junit.jupiter.api.Test;

/** What every implementation does with groups, so that the fake may stand for the server. */
abstract class GroupCommandsContract extends CommandsContract {

    @Test
    void missingTopicHasNoGroups() {
        GroupFacts facts = commands.groupFacts(group, side);

        assertThat(facts.groups()).isEmpty();
        assertThat(facts.firstGroupAt()).isEmpty();
        assertThat(facts.length()).isZero();
    }

    @Test
    void firstGroupIsRemembered() {
        add("a");
        commands.createGroup(group, side, GroupStart.BEGINNING, Optional.of(commands.groupFacts(group, side)));

        GroupFacts facts = commands.groupFacts(group, side);
        assertThat(facts.groups()).containsExactly("billing");
        assertThat(facts.firstGroupAt().orElseThrow()).isBetween(facts.serverMillis() - 60_000, facts.serverMillis());
        assertThat(facts.length()).isEqualTo(1);
    }

    @Test
    void groupIsNotCreatedOnFactsThatHoldNoMore() {
        GroupFacts facts = commands.groupFacts(group, side);
        commands.createGroup(new StreamGroup(key, "shipping"), side, GroupStart.BEGINNING, Optional.of(facts));

        assertThat(commands.createGroup(group, side, GroupStart.BEGINNING, Optional.of(facts)))
                .isEqualTo(Creation.OUTDATED);
    }

    @Test
    void groupThatWasNeverThereHasNoWatermark() {
        add("a");

        assertThat(commands.noteWatermark(group, side)).isFalse();
        assertThat(commands.groupFacts(group, side).watermark()).isEmpty();
    }

    @Test
    void watermarkIsBelowTheLowestPendingEntry() {
        createGroup();
        add("a");
        String second = add("b");
        String third = add("c");
        read("me", 2);
        rows().stream().filter(row -> !row.id().equals(second)).forEach(row -> commands.ack(group, row.id()));

        commands.noteWatermark(group, side);

        Watermark watermark = commands.groupFacts(group, side).watermark().orElseThrow();
        assertThat(watermark.done()).isEqualTo(id(second).before());
        assertThat(watermark.stream().lastGenerated()).isEqualTo(id(third));
        assertThat(watermark.stream().entriesAdded()).isEqualTo(counts() ? Optional.of(3L) : Optional.empty());
    }

    @Test
    void watermarkOfAGroupWithNothingPendingIsTheLastDeliveredEntry() {
        String first = add("a");
        createGroup();
        read("me", 1);
        add("b");
        commands.ack(group, first);

        commands.noteWatermark(group, side);

        assertThat(commands.groupFacts(group, side).watermark().orElseThrow().done())
                .isEqualTo(id(first));
    }

    @Test
    void watermarkIsWrittenOnlyWhereItChanged() {
        createGroup();
        add("a");

        assertThat(commands.noteWatermark(group, side)).isTrue();
        assertThat(commands.noteWatermark(group, side)).isFalse();
        read("me", 1);
        assertThat(commands.noteWatermark(group, side)).isTrue();
    }

    @Test
    void groupAfterAnIdBeginsBehindIt() {
        String first = add("a");
        add("b");

        commands.createGroup(group, side, new GroupStart(first), Optional.empty());

        assertThat(read("me", 10)).extracting(entry -> text(entry, "payload")).containsExactly("b");
    }

    @Test
    void missingTopicHasNoGroupRows() {
        assertThat(commands.groups(key)).isEmpty();
    }

    @Test
    void groupsAreListedWithWhatIsLeftToThemAndWithTheirConsumers() {
        delivered("a");
        add("b");
        add("c");
        commands.appear(group, "silent");

        GroupRow row = commands.groups(key).get(0);

        assertThat(row.name()).isEqualTo("billing");
        assertThat(row.pending()).isEqualTo(1);
        assertThat(row.lag()).isEqualTo(counts() ? OptionalLong.of(2) : OptionalLong.empty());
        assertThat(row.idleByConsumer()).containsOnlyKeys("me", "silent");
    }

    @Test
    void groupIsDeletedWithItsWatermarkOnlyIfAllItsConsumersAreNamed() {
        delivered("a");
        commands.appear(group, "other");
        commands.noteWatermark(group, side);

        assertThat(commands.deleteGroup(group, side, List.of("me"))).isEqualTo(Deletion.SERVED);
        assertThat(commands.deleteGroup(group, side, List.of("me", "other"))).isEqualTo(Deletion.DELETED);
        assertThat(commands.groups(key)).isEmpty();
        assertThat(commands.groupFacts(group, side).watermark()).isEmpty();
        assertThat(commands.deleteGroup(group, side, List.of())).isEqualTo(Deletion.ABSENT);
    }

    private static EntryId id(String text) {
        return EntryId.read(text).orElseThrow();
    }

    @Test
    void groupThatExistsIsNoError() {
        createGroup();

        assertThat(commands.createGroup(group, side, GroupStart.PRESENT, Optional.empty()))
                .isEqualTo(Creation.EXISTED);
    }

    @Test
    void groupAtThePresentPassesOverWhatIsThere() {
        add("old");
        commands.createGroup(group, side, GroupStart.PRESENT, Optional.empty());
        add("new");

        assertThat(read("me", 10)).extracting(entry -> text(entry, "payload")).containsExactly("new");
    }
}
