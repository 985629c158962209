package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.stream.StreamCommands.Passing;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every implementation does with what is known of the events that members handle. */
abstract class EventCommandsContract extends CommandsContract {

    private static final Duration LIVE = Duration.ofMinutes(1);

    @BeforeEach
    void serveMe() {
        commands.serve(group, side, "me", List.of("paid"));
    }

    private Map<String, Passing> passOn(PendingRow row, String event) {
        return commands.passOn(group, side, "me", Map.of(row.id(), event), LIVE);
    }

    @Test
    void entryIsGivenUncountedToALiveMemberThatHandlesIt() {
        PendingRow row = delivered("a");
        commands.serve(group, side, "other", List.of("paid"));
        commands.serve(group, side, "you", List.of("placed", "odd \n\"name\""));

        assertThat(passOn(row, "odd \n\"name\"")).containsEntry(row.id(), Passing.GIVEN);

        assertThat(row(row.id()).consumer()).isEqualTo("you");
        assertThat(row(row.id()).deliveries()).isZero();
    }

    @Test
    void memberOfTheWholeTopicHandlesEveryEvent() {
        PendingRow row = delivered("a");
        commands.serve(group, side, "you", List.of());

        assertThat(passOn(row, "")).containsEntry(row.id(), Passing.GIVEN);
    }

    @Test
    void entryThatNobodyHandlesStays() {
        PendingRow row = delivered("a");
        commands.serve(group, side, "you", List.of("paid"));
        commands.serve(new StreamGroup(key, "billing:you"), side, "x", List.of());
        commands.serve(group, side, "gone", List.of("placed"));
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
        assertThat(commands.serve(group, side, "you", List.of())).isEmpty();

        assertThat(commands.serve(group, side, "you", List.of("paid")))
                .hasValueSatisfying(age -> assertThat(age).isLessThan(LIVE));
    }

    @Test
    void consumerDoesNotGiveToItself() {
        PendingRow row = delivered("a");
        commands.serve(group, side, "me", List.of("placed"));

        assertThat(passOn(row, "placed")).containsEntry(row.id(), Passing.UNSERVED);
    }

    @Test
    void memberThatWasNotHeardOfForTooLongIsNotLive() {
        PendingRow row = delivered("a");
        commands.serve(group, side, "you", List.of("placed"));

        assertThat(commands.passOn(group, side, "me", Map.of(row.id(), "placed"), Duration.ofMillis(-1)))
                .containsEntry(row.id(), Passing.UNSERVED);
    }

    @Test
    void entryThatIsAnothersIsNotGiven() {
        PendingRow row = delivered("a");
        commands.serve(group, side, "you", List.of("placed"));
        commands.ack(group, row.id());

        assertThat(passOn(row, "placed")).containsEntry(row.id(), Passing.LOST);
    }
}
