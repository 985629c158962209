package dev.millrace.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MemoryBrokerBuilderTest {

    static Stream<Arguments> refused() {
        return Stream.of(
                refused(
                        b -> b.claimAfter(Duration.ofSeconds(-1)),
                        "claimAfter: must be between 0 and 365 days (was PT-1S). Change it."),
                refused(
                        b -> b.shutdownTimeout(Duration.ofDays(366)),
                        "shutdownTimeout: must be between 0 and 365 days (was PT8784H). Change it."),
                refused(b -> b.idempotencyWindow(null), "idempotencyWindow: a value is needed (was null). Give one."),
                refused(b -> b.deadLetterMaxLength(-1), "deadLetterMaxLength: must be at least 0 (was -1). Raise it."),
                refused(b -> b.maxLength(0), "maxLength: must be at least 1 (was 0). Raise it."),
                refused(b -> b.publishedLimit(-1), "publishedLimit: must be at least 0 (was -1). Raise it."),
                refused(
                        b -> b.deadLetterSuffix(" "),
                        "deadLetterSuffix: a name is needed (was \" \"). Give one that is not blank."),
                refused(
                        b -> b.consumerName(""),
                        "consumerName: a name is needed (was \"\"). Give one that is not blank."),
                refused(b -> b.clock(null), "clock: a value is needed (was null). Give one."),
                refused(b -> b.codec(null), "codec: a value is needed (was null). Give one."),
                refused(b -> b.retryPolicy(null), "retryPolicy: a value is needed (was null). Give one."));
    }

    private static Arguments refused(Consumer<MemoryBrokerBuilder> option, String message) {
        return Arguments.of(option, message);
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("refused")
    void badValueIsRefusedWithTheNameOfTheOption(Consumer<MemoryBrokerBuilder> option, String message) {
        assertThatThrownBy(() -> option.accept(MemoryBroker.builder()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void defaultsAreThoseOfTheContract() {
        MemorySettings settings = MemoryBroker.create().store().settings;
        assertThat(settings.retryPolicy()).isEqualTo(new RetryPolicy(5, Duration.ofSeconds(5)));
        assertThat(settings.claimAfter()).isEqualTo(Duration.ofSeconds(60));
        assertThat(settings.retention("orders")).isEqualTo(Retention.DEFAULT);
        assertThat(settings.deadLetterSuffix()).isEqualTo(".dead");
        assertThat(settings.shutdownTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(settings.idempotencyWindow()).isEqualTo(Duration.ofMinutes(2));
    }
}
