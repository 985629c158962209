package dev.millrace.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeedTest {

    private static final Instant AT = Instant.parse("2026-11-20T05:42:03Z");

    @TempDir
    Path folder;

    @Test
    void recordingThatIsShippedHasEveryKindOfEvent() throws IOException {
        assertThat(Feed.read(""))
                .hasSize(600)
                .hasAtLeastOneElementOfType(Measurement.class)
                .hasAtLeastOneElementOfType(StateChange.class)
                .hasAtLeastOneElementOfType(Alarm.class);
    }

    @Test
    void lineBecomesTheEventItTellsOf() {
        assertThat(Feed.event("{\"type\":\"alarm\",\"at\":\"2026-11-20T05:42:03Z\",\"gateway\":\"g\",\"device\":\"d\","
                        + "\"severity\":\"major\",\"text\":\"too hot\"}"))
                .isEqualTo(new Alarm(AT, "g", "d", "major", "too hot"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "no json|not a JSON object",
                "[1]|not a JSON object",
                "{}|at is a text (was null)",
                "{\"at\":\"noon\"}|at is an instant such as 2026-11-20T05:42:03Z",
                "{\"at\":\"2026-11-20T05:42:03Z\",\"gateway\":\"g\",\"device\":7}|device is a text (was 7)",
                "{\"at\":\"2026-11-20T05:42:03Z\",\"gateway\":\"g\",\"device\":\"d\",\"type\":\"x\"}|type is"
                        + " measurement, state or alarm (was \"x\")",
                "{\"at\":\"2026-11-20T05:42:03Z\",\"gateway\":\"g\",\"device\":\"d\",\"type\":\"measurement\",\"value\":\"1\"}"
                        + "|value is a number (was \"1\")",
            })
    void lineThatIsNoEventIsToldWhy(String line, String fault) {
        assertThatIllegalArgumentException().isThrownBy(() -> Feed.event(line)).withMessage(fault);
    }

    @Test
    void linesThatAreNoEventsAreToldByNumber() throws IOException {
        String good =
                Files.readAllLines(Path.of("src/main/resources/feed.jsonl")).get(0);
        Path file = Files.write(folder.resolve("f.jsonl"), List.of(good, "?", "", "{}"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feed.read(file.toString()))
                .withMessage(file + ": not every line is an event. Correct these:\n  line 2: not a JSON object\n"
                        + "  line 4: at is a text (was null)");
    }

    @Test
    void emptyFileIsRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("empty.jsonl"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Feed.read(file.toString()))
                .withMessage(file + ": there is no event in it. Give a file with one JSON object a line.");
    }
}
