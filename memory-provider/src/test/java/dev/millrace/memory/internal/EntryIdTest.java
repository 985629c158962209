package dev.millrace.memory.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntryIdTest {

    @ParameterizedTest(name = "after {0} at {1} comes {2}")
    @CsvSource({
        "0-0,   1000, 1000-0",
        "1000-0, 1001, 1001-0",
        "1000-0, 1000, 1000-1",
        "1000-7, 1000, 1000-8",
        "1000-7, 999, 1000-8",
        "1000-7, -5, 1000-8"
    })
    void idGrowsWhateverTheClockDoes(String last, long now, String next) {
        assertThat(EntryId.parse(last).orElseThrow().next(Instant.ofEpochMilli(now)))
                .hasToString(next);
    }

    @ParameterizedTest(name = "before the millisecond {0} is {1}")
    @CsvSource({"0, 0-0", "1, 0-9223372036854775807", "1000, 999-9223372036854775807"})
    void idBeforeAnInstantIsOfTheMillisecondBefore(long millis, String before) {
        assertThat(EntryId.before(Instant.ofEpochMilli(millis))).hasToString(before);
    }

    @Test
    void idsAreOrderedByNumberNotByText() {
        assertThat(new EntryId(999, 10)).isGreaterThan(new EntryId(999, 9)).isLessThan(new EntryId(1000, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5-", "-5", "a-b", "1-2-3", " 1-2", "1234567890123456789012-0"})
    void otherTextIsNoId(String text) {
        assertThat(EntryId.parse(text)).isEmpty();
    }
}
