package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.stream.StreamCommands.Passing;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every implementation does with what is known of the events that members handle. */
abstract class EventCommandsContract extends CommandsContract {

    private static final Duration LIVE = Duration.ofMinutes(1);

    final Optional<Duration> serve(String consumer, List<String> events) {
        return serve(group, consumer, events);
    }

    private Optional<Duration> serve(StreamGroup its, String consumer, List<String> events) {
        return commands.serve(its, side, consumer, Presence.READY, events);
    }

    private void servePaused(String consumer, String event) {
        commands.serve(group, side, consumer, Presence.PAUSED, List.of(event));
    }

    @BeforeEach
    void serveMe() {
        serve("me", List.of("paid"));
    }

    private Map<String, Passing> passOn(PendingRow row, String event) {
        return commands.passOn(group, side, "me", Map.of(row.id(), event), LIVE, Optional.empty());
    }

    /** Who is given an entry that was claimed from one who left it lying. */
    final String heir(PendingRow row, String leftBy) {
        commands.passOn(group, side, "me", Map.of(row.id(), "placed"), LIVE, Optional.of(leftBy));
        return row(row.id()).consumer();
    }

    @Test
    void entryIsGivenUncountedToALiveMemberThatHandlesIt() {
        PendingRow row = delivered("a");
        serve("other", List.of("paid"));
        serve("you", List.of("placed", "odd \n\"name\""));

        assertThat(passOn(row, "odd \n\"name\"")).containsEntry(row.id(), Passing.GIVEN);

        assertThat(row(row.id()).consumer()).isEqualTo("you");
        assertThat(row(row.id()).deliveries()).isZero();
    }

    @Test
    void memberOfTheWholeTopicHandlesEveryEvent() {
        PendingRow row = delivered("a");
        serve("you", List.of());

        assertThat(passOn(row, "")).containsEntry(row.id(), Passing.GIVEN);
    }

    @Test
    void entryThatNobodyHandlesStays() {
        PendingRow row = delivered("a");
        serve("you", List.of("paid"));
        serve(new StreamGroup(key, "billing:you"), "x", List.of());
        serve("gone", List.of("placed"));
        commands.unserve(group, side, "gone");

        assertThat(passOn(row, "placed")).containsEntry(row.id(), Passing.UNSERVED);
        assertThat(row(row.id()).consumer()).isEqualTo("me");
    }

    @Test
    void whereTheConsumerItselfIsNotKnownNothingIsKnownOfOthers() {
        PendingRow row = delivered("a");
        commands.unserve(group, side, "me");

        assertThat(passOn(row, "placed")).containsEntry(row.id(), Passing.UNKNOWN);
        assertThat(row(row.id()).consumer()).isEqualTo("me");
    }

    @Test
    void whoIsMadeKnownIsToldOfTheLastTime() {
        assertThat(serve("you", List.of())).isEmpty();

        assertThat(serve("you", List.of("paid")))
                .hasValueSatisfying(age -> assertThat(age).isLessThan(LIVE));
    }

    @Test
    void entriesAreGivenToMembersThatAreNotPaused() {
        List<PendingRow> rows = List.of(delivered("a"), delivered("b"), delivered("c"), delivered("d"));
        servePaused("first", "placed");
        serve("you", List.of("placed"));
        servePaused("last", "placed");

        rows.forEach(row -> passOn(row, "placed"));

        assertThat(rows()).extracting(PendingRow::consumer).containsOnly("you");
    }

    @Test
    void entryIsGivenToAPausedMemberWhereNoOtherHandlesIt() {
        PendingRow row = delivered("a");
        servePaused("you", "placed");
        serve("other", List.of("paid"));

        assertThat(passOn(row, "placed")).containsEntry(row.id(), Passing.GIVEN);
        assertThat(row(row.id()).consumer()).isEqualTo("you");
    }

    @Test
    void entryIsGivenToAnotherThanWhoLeftItLying() {
        PendingRow row = delivered("a");
        PendingRow next = delivered("b");
        serve("you", List.of("placed"));
        serve("other", List.of("placed"));

        assertThat(heir(row, "you")).isEqualTo("other");
        assertThat(heir(next, "other")).isEqualTo("you");
    }

    @Test
    void entryIsGivenToAPausedMemberRatherThanToWhoLeftItLying() {
        PendingRow row = delivered("a");
        serve("you", List.of("placed"));
        servePaused("other", "placed");

        assertThat(heir(row, "you")).isEqualTo("other");
    }

    @Test
    void entryIsGivenToWhoLeftItLyingWhereNoOtherHandlesIt() {
        PendingRow row = delivered("a");
        serve("you", List.of("placed"));

        assertThat(heir(row, "you")).isEqualTo("you");
    }

    @Test
    void whoLeftAnEntryLyingIsPassedOver() {
        List<PendingRow> rows = List.of(delivered("a"), delivered("b"), delivered("c"), delivered("d"));
        serve("you", List.of("placed"));
        serve("other", List.of("placed"));
        heir(rows.get(0), "you");

        rows.forEach(row -> passOn(row, "placed"));

        assertThat(rows()).extracting(PendingRow::consumer).containsOnly("other");
    }

    @Test
    void whoLeftAnEntryLyingIsGivenToAgainOnceItMakesItselfKnown() {
        List<PendingRow> rows = List.of(delivered("a"), delivered("b"), delivered("c"));
        serve("you", List.of("placed"));
        serve("other", List.of("placed"));
        heir(rows.get(0), "you");
        serve("you", List.of("placed"));
        heir(rows.get(1), "other");

        assertThat(passOn(rows.get(2), "placed")).containsEntry(rows.get(2).id(), Passing.GIVEN);
        assertThat(row(rows.get(2).id()).consumer()).isEqualTo("you");
    }

    @Test
    void whoLeftAnEntryLyingIsNotMadeKnownByThat() {
        PendingRow row = delivered("a");
        serve("other", List.of("placed"));

        assertThat(heir(row, "stranger")).isEqualTo("other");
        assertThat(serve("stranger", List.of())).isEmpty();
    }

    @Test
    void consumerDoesNotGiveToItself() {
        PendingRow row = delivered("a");
        serve("me", List.of("placed"));

        assertThat(passOn(row, "placed")).containsEntry(row.id(), Passing.UNSERVED);
    }

    @Test
    void memberThatWasNotHeardOfForTooLongIsNotLive() {
        PendingRow row = delivered("a");
        serve("you", List.of("placed"));

        assertThat(commands.passOn(
                        group, side, "me", Map.of(row.id(), "placed"), Duration.ofMillis(-1), Optional.empty()))
                .containsEntry(row.id(), Passing.UNSERVED);
    }

    @Test
    void entryThatIsAnothersIsNotGiven() {
        PendingRow row = delivered("a");
        serve("you", List.of("placed"));
        commands.ack(group, row.id());

        assertThat(passOn(row, "placed")).containsEntry(row.id(), Passing.LOST);
    }
}
