package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.Optional;

import dev.millrace.Retention;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfiguredRetentionTest {

    private static ConfiguredRetention of(Map<String, String> settings) {
        return new ConfiguredRetention(
                new Settings(name -> Optional.ofNullable(settings.get(name)), settings::keySet), "millrace.redis.");
    }

    @Test
    void topicForWhichNothingIsSetHasTheDefault() {
        assertThat(of(Map.of()).apply("orders")).isEqualTo(Retention.DEFAULT);
    }

    @Test
    void topicGoesByWhatIsSetForItAndElseByWhatIsSetForAll() {
        ConfiguredRetention retention = of(Map.of(
                "millrace.redis.max-length", "500",
                "millrace.redis.dead-letter-max-length", "50",
                "millrace.redis.max-length.clicks.raw", "100",
                "millrace.redis.trim-unacked.clicks.raw", "true"));

        assertThat(retention.everywhere()).isEqualTo(new Retention(500, false, 50));
        assertThat(retention.apply("orders")).isEqualTo(new Retention(500, false, 50));
        assertThat(retention.apply("clicks.raw")).isEqualTo(new Retention(100, true, 50));
    }

    @Test
    void lengthMayBeLargerThanAnInt() {
        ConfiguredRetention retention = of(Map.of(
                "millrace.redis.max-length", "5000000000",
                "millrace.redis.dead-letter-max-length", "6000000000"));

        assertThat(retention.everywhere()).isEqualTo(new Retention(5_000_000_000L, false, 6_000_000_000L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-length|0|maxLength: must be at least 1 (was 0). Raise it.",
                "max-length.orders|0|maxLength: must be at least 1 (was 0). Raise it.",
                "dead-letter-max-length.orders|-1|deadLetterMaxLength: must be at least 0 (was -1). Raise it.",
                "max-length.orders|many|a whole number is needed (was \"many\"). Write one, such as 5.",
                "trim-unacked.orders|maybe|true or false is needed (was \"maybe\"). Write one of them."
            })
    void badValueIsRefusedAtTheStartByItsSetting(String option, String value, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(Map.of("millrace.redis." + option, value)))
                .withMessageContaining("millrace.redis." + option + ": ")
                .withMessageContaining(problem);
    }

    @Test
    void badValueThatCannotBeListedIsRefusedAtItsFirstUse() {
        ConfiguredRetention retention = new ConfiguredRetention(
                new Settings(name -> name.endsWith(".orders") ? Optional.of("none") : Optional.empty()), "x.");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> retention.apply("orders"))
                .withMessageContaining("x.max-length.orders");
    }
}
