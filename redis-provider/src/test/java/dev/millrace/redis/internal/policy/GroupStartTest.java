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
        "AUTO,     false, ,   BEGINNING",
        "AUTO,     true,  0,  BEGINNING",
        "AUTO,     true,  9,  BEGINNING",
        "AUTO,     true,  10, PRESENT",
        "AUTO,     true,  ,   PRESENT",
        "EARLIEST, true,  99, BEGINNING",
        "LATEST,   false, ,   PRESENT",
    })
    void groupStartsByWhatWasAskedAndTheAgeOfTheTopic(
            StartAt asked, boolean hasGroups, Long minutes, GroupStart start) {
        assertThat(GroupStart.of(asked, hasGroups, Optional.ofNullable(minutes).map(Duration::ofMinutes)))
                .isEqualTo(start);
    }
}
