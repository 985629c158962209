package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {

    private static Settings of(String name, String value) {
        return new Settings(asked -> asked.equals(name) ? Optional.of(value) : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "0ms, PT0S",
        "500ms, PT0.5S",
        "5s, PT5S",
        "2m, PT2M",
        "1h, PT1H",
        "1d, P1D",
        "5S, PT5S",
        "500MS, PT0.5S",
        "' 5 s ', PT5S",
        "PT5S, PT5S",
        "pt1m30s, PT1M30S",
        "P1DT1H, PT25H",
        "PT-5S, PT-5S",
    })
    void durationIsReadInBothForms(String text, Duration duration) {
        assertThat(of("millrace.block-for", text).duration("millrace.block-for"))
                .contains(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5 seconds", "s", "-5s", "1.5s", "5s5", "1234567890123s", "P", "5µs"})
    void whatIsNoDurationIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("millrace.block-for", text).duration("millrace.block-for"))
                .withMessage("millrace.block-for: a duration is needed (was \"" + text
                        + "\"). Write 500ms, 5s, 2m, 1h, 1d or PT5S.");
    }

    @Test
    void numberIsRead() {
        assertThat(of("n", " 42 ").number("n")).contains(42);
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "1.0", "2147483648", "1 000"})
    void whatIsNoNumberIsRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("millrace.max-deliveries", text).number("millrace.max-deliveries"))
                .withMessage("millrace.max-deliveries: a whole number is needed (was \"" + text
                        + "\"). Write one, such as 5.");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "TRUE, true", "' false ', false"})
    void flagIsRead(String text, boolean flag) {
        assertThat(of("f", text).flag("f")).contains(flag);
    }

    @Test
    void whatIsNoFlagIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of("millrace.enabled", "yes").flag("millrace.enabled"))
                .withMessage("millrace.enabled: true or false is needed (was \"yes\"). Write one of them.");
    }

    @Test
    void blankIsAsGoodAsNotSet() {
        Settings settings = of("a", " \t ");

        assertThat(settings.text("a")).isEmpty();
        assertThat(settings.number("a")).isEmpty();
        assertThat(settings.duration("a")).isEmpty();
        assertThat(settings.flag("a")).isEmpty();
        assertThat(settings.text("b")).isEmpty();
    }

    @Test
    void textIsStripped() {
        assertThat(of("a", "  redis://localhost ").text("a")).contains("redis://localhost");
    }

    @Test
    void systemPropertyGoesBeforeTheEnvironment() {
        Settings settings = Settings.of(
                Map.of("millrace.redis.url", "redis://property")::get,
                Map.of("MILLRACE_REDIS_URL", "redis://environment", "MILLRACE_PROVIDER", "memory")::get);

        assertThat(settings.text("millrace.redis.url")).contains("redis://property");
        assertThat(settings.text("millrace.provider")).contains("memory");
    }

    @ParameterizedTest
    @CsvSource({
        "millrace.redis.url, MILLRACE_REDIS_URL",
        "millrace.drain-on-sigterm, MILLRACE_DRAIN_ON_SIGTERM",
        "millrace.handler.order.placed.billing.max-deliveries, MILLRACE_HANDLER_ORDER_PLACED_BILLING_MAX_DELIVERIES",
    })
    void variableIsTheNameInUpperCaseWithUnderscores(String name, String variable) {
        assertThat(Settings.of(asked -> null, Map.of(variable, "x")::get).text(name))
                .contains("x");
    }

    @Test
    void systemPropertiesAreRead() {
        String name = "millrace.test." + System.nanoTime();
        System.setProperty(name, "here");
        try {
            assertThat(Settings.ofSystem().text(name)).contains("here");
        } finally {
            System.clearProperty(name);
        }
    }

    @Test
    void environmentIsRead() {
        assertThat(Settings.ofSystem().text("path")).isEqualTo(Optional.ofNullable(System.getenv("PATH")));
    }
}
