package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;

import dev.millrace.StartAt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupStartTest {

    @ParameterizedTest
    @CsvSource({
        // asked, topic has groups, minutes since the first -> start
        "AUTO,     false, ,   0",
        "AUTO,     true,  0,  0",
        "AUTO,     true,  9,  0",
        "AUTO,     true,  10, $",
        "AUTO,     true,  ,   $",
        "EARLIEST, true,  99, 0",
        "LATEST,   false, ,   $",
    })
    void groupStartsByWhatWasAskedAndTheAgeOfTheTopic(StartAt asked, boolean hasGroups, Long minutes, String start) {
        assertThat(GroupStart.of(asked, hasGroups, Optional.ofNullable(minutes).map(Duration::ofMinutes))
                        .position())
                .isEqualTo(start);
    }
}
