package dev.millrace.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

import dev.millrace.Broker;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import dev.millrace.spi.BrokerProvider;
import dev.millrace.spi.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemoryBrokerProviderTest {

    private final BrokerProvider provider = new MemoryBrokerProvider();

    private static Settings of(Map<String, String> values) {
        return new Settings(name -> Optional.ofNullable(values.get(name)));
    }

    private static MemorySettings settingsOf(Broker broker) {
        return ((MemoryBroker) broker).store().settings;
    }

    @Test
    void providerIsFoundByTheServiceLoader() {
        assertThat(ServiceLoader.load(BrokerProvider.class))
                .extracting(BrokerProvider::name)
                .containsExactly("memory");
    }

    @Test
    void providerIsNotConfiguredByItself() {
        assertThat(provider.isConfigured(of(Map.of("millrace.redis.url", "redis://x"))))
                .isFalse();
    }

    @Test
    void settingsOfItsOwnDoNotTakeTheBrokerFromAnotherProvider() {
        assertThat(provider.isConfigured(of(Map.of("millrace.memory.max-length", "5"))))
                .isFalse();
    }

    @Test
    void settingsReachTheBroker() {
        MemorySettings settings = settingsOf(provider.create(of(Map.of(
                "millrace.memory.claim-after", "1m",
                "millrace.memory.retry-after", "200ms",
                "millrace.memory.max-deliveries", "3",
                "millrace.memory.max-length", "50",
                "millrace.memory.dead-letter-suffix", "-dlq",
                "millrace.memory.shutdown-timeout", "PT3S",
                "millrace.memory.idempotency-window", "5m"))));
        assertThat(settings.claimAfter()).isEqualTo(Duration.ofMinutes(1));
        assertThat(settings.retryPolicy()).isEqualTo(new RetryPolicy(3, Duration.ofMillis(200)));
        assertThat(settings.retention("orders")).isEqualTo(Retention.DEFAULT.maxLength(50));
        assertThat(settings.deadLetterSuffix()).isEqualTo("-dlq");
        assertThat(settings.shutdownTimeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.idempotencyWindow()).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void withoutSettingsTheBrokerHasTheDefaultsOfTheBuilder() {
        MemorySettings defaults = settingsOf(MemoryBroker.create());
        MemorySettings settings = settingsOf(provider.create(of(Map.of())));
        assertThat(settings)
                .usingRecursiveComparison()
                .ignoringFields("codecs", "publishedLimit", "retentions")
                .isEqualTo(defaults);
    }

    @Test
    void brokerByConfigurationKeepsNoListOfWhatWasPublished() {
        assertThat(settingsOf(provider.create(of(Map.of()))).publishedLimit()).isZero();
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "max-deliveries|0|maxDeliveries: must be at least 1 (was 0). Raise it.",
                "retry-after|-PT5S|retryAfter: must be between 0 and 365 days (was PT-5S). Change it.",
                "claim-after|-PT5S|claimAfter: must be between 0 and 365 days (was PT-5S). Change it.",
                "max-length|0|maxLength: must be at least 1 (was 0). Raise it."
            })
    void badValueIsRefusedWithTheNameOfTheSetting(String setting, String value, String problem) {
        String name = "millrace.memory." + setting;
        assertThatThrownBy(() -> provider.create(of(Map.of(name, value))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(name + ": " + problem);
    }
}
