package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Instant;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriberOptionsTest {

    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");

    @Test
    void defaultsBlockAtAThousandMessages() {
        SubscriberOptions options = SubscriberOptions.from(Position.latest());

        assertThat(options.buffer()).isEqualTo(1_024);
        assertThat(options.overflow()).isEqualTo(Overflow.BLOCK);
        assertThat(options.threads()).isEmpty();
    }

    @Test
    void everyOptionIsKept() {
        ThreadFactory threads = Thread::new;
        Consumer<MessageGap> listener = gap -> {};
        SubscriberOptions options = SubscriberOptions.from(Position.earliest())
                .buffer(1)
                .overflow(Overflow.FAIL)
                .onGap(listener)
                .threads(threads);

        assertThat(options.from()).isEqualTo(Position.earliest());
        assertThat(options.buffer()).isEqualTo(1);
        assertThat(options.overflow()).isEqualTo(Overflow.FAIL);
        assertThat(options.onGap()).isSameAs(listener);
        assertThat(options.threads()).containsSame(threads);
    }

    @Test
    void bufferOfZeroIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SubscriberOptions.from(Position.latest()).buffer(0))
                .withMessage("buffer: must be at least 1 (was 0). Raise it.");
    }

    static Stream<Arguments> positions() {
        return Stream.of(
                arguments("latest", Position.latest()),
                arguments(" earliest ", Position.earliest()),
                arguments("after:1700000000000-3", Position.after("1700000000000-3")),
                arguments("at:2026-11-29T12:00:00Z", Position.at(NOON)));
    }

    @ParameterizedTest
    @MethodSource("positions")
    void positionIsReadFromTextAndWrittenAsIt(String text, Position position) {
        assertThat(Position.parse(text)).isEqualTo(position);
        assertThat(position).hasToString(text.strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "newest", "LATEST", "at:noon", "at:2026-11-29", "1700000000000-3", "after"})
    void positionOfAnotherFormIsRefusedWithTheFour(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Position.parse(text))
                .withMessageContaining("was \"" + text + "\"")
                .withMessageContaining("latest, earliest, after:<id>, or at:<instant>");
    }

    @Test
    void positionAfterNothingIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Position.parse("after: "))
                .withMessageContaining("id of a position");
    }

    @Test
    void instantBeforeAnyMessageIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Position.at(Instant.EPOCH.minusSeconds(1)))
                .withMessageContaining("Position.earliest()");
    }

    @Test
    void instantBeyondAnyClockIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Position.at(Instant.MAX))
                .withMessageContaining("was " + Instant.MAX)
                .withMessageContaining("Position.latest()");
        assertThatIllegalArgumentException().isThrownBy(() -> Position.parse("at:" + Instant.MAX));
    }
}
