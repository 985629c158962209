package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;

import dev.millrace.redis.internal.policy.RepairCadence.Standing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepairCadenceTest {

    private final RepairCadence cadence = new RepairCadence(Duration.ofSeconds(5), Duration.ofSeconds(2));

    private static Standing standing(
            long sincePass, Long dueIn, boolean cutShort, boolean readSincePass, boolean readEmpty) {
        return new Standing(
                Optional.of(Duration.ofMillis(sincePass)),
                Optional.ofNullable(dueIn).map(Duration::ofMillis),
                cutShort,
                readSincePass,
                readEmpty);
    }

    @Test
    void beginsWithAPass() {
        assertThat(cadence.isDue(new Standing(Optional.empty(), Optional.empty(), false, false, false)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        // ms since the last pass, ms to what is due, cut short, read since, read empty -> due
        "0,    ,     false, true,  true,  false",
        "1999, ,     false, true,  true,  false",
        "2000, ,     false, true,  true,  true",
        "4999, ,     false, true,  false, false",
        "5000, ,     false, true,  false, true",
        "1,    0,    false, true,  false, true",
        "1,    -7,   false, true,  false, true",
        "1,    1,    false, true,  false, false",
        "1,    ,     true,  true,  false, true",
        "9000, 0,    true,  false, false, false",
    })
    void passIsDueByTimeAndByWhatIsDueAndTakesTurnsWithReads(
            long since, Long dueIn, boolean cutShort, boolean read, boolean empty, boolean due) {
        assertThat(cadence.isDue(standing(since, dueIn, cutShort, read, empty))).isEqualTo(due);
    }

    @ParameterizedTest
    @CsvSource({
        // ms to what is due, cut short -> ms a read may wait
        ",      false, 2000",
        "3000,  false, 2000",
        "700,   false, 700",
        "0,     false, 0",
        "-50,   false, 0",
        ",      true,  0",
    })
    void readWaitsNoLongerThanTheNextIsDue(Long dueIn, boolean cutShort, long block) {
        assertThat(cadence.block(standing(1, dueIn, cutShort, true, true))).isEqualTo(Duration.ofMillis(block));
    }

    @ParameterizedTest
    @CsvSource({
        // ms to what is due, cut short
        "0,   false",
        "-50, false",
        ",    true",
    })
    void readerThatMayNotWaitMakesAPassOnceNewMessagesHadTheirTurn(Long dueIn, boolean cutShort) {
        Standing standing = standing(1, dueIn, cutShort, true, false);
        assertThat(cadence.block(standing)).isZero();
        assertThat(cadence.isDue(standing)).isTrue();
    }
}
