package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.millrace.BrokerUnavailableException;
import dev.millrace.Retention;
import dev.millrace.redis.RedisSettings.Connect;
import dev.millrace.redis.fixture.RedisHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** OPT-1: options by property and by builder. */
class ConfigurationTest {

    private static final String URL = "redis://app:s3cret@localhost:6379";

    @ParameterizedTest
    @CsvSource({
        "claim-after, PT-1S",
        "claim-after, PT0.001S",
        "claim-after, soon",
        "retry-after, PT-1S",
        "max-deliveries, 0",
        "max-deliveries, -1",
        "max-deliveries, many",
        "block-for, 0s",
        "block-for, PT-1S",
        "block-for, PT24H",
        "batch-size, 0",
        "batch-size, -5",
        "timeout, 0s",
        "timeout, PT-1S",
        "shutdown-timeout, PT-1S",
        "connect, sometimes",
        "max-length, 0",
        "max-length, -1",
        "trim-unacked, perhaps",
        "dead-letter-max-length, -1",
        "idempotency-window, 0s",
        "consumer-name, ~released",
    })
    void invalidValueIsRefusedByNameAndValue(String option, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> RedisHarness.open(Map.of("millrace.redis.url", URL, "millrace.redis." + option, value)))
                .withMessageContaining("millrace.redis." + option)
                .satisfies(e -> assertThat(e.getMessage()).containsIgnoringCase(value))
                .withMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://app:s3cret@localhost",
                "redis://",
                "app:s3cret@localhost",
                "redis://app:s3cret%@localhost",
                "redis://app:s3cret@localhost/first",
                "redis://app:s3 cret@localhost"
            })
    void urlThatIsNoneIsRefusedWithoutRepeatingItsPassword(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisHarness.open(Map.of("millrace.redis.url", url)))
                .withMessageContaining("millrace.redis.url")
                .satisfies(e -> assertThat(e.toString() + e.getCause())
                        .doesNotContain("s3cret")
                        .doesNotContain("s3 cret"));
    }

    @Test
    void hostWithAnUnderscoreIsToldApartFromNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisBroker.connect("redis://my_redis:6379"))
                .withMessageContainingAll("millrace.redis.url", "underscore");
    }

    @ParameterizedTest
    @MethodSource("options")
    void propertySetsTheOptionOfItsNameAndNoOther(String component, String property, String value, Object meant)
            throws ReflectiveOperationException {
        RedisSettings defaults = RedisBroker.builder().settings();
        RedisSettings changed;
        try (RedisBroker broker = (RedisBroker) RedisHarness.open(Map.of("millrace.redis." + property, value))) {
            changed = broker.settings();
        }
        for (RecordComponent each : RedisSettings.class.getRecordComponents()) {
            Object before = each.getAccessor().invoke(defaults);
            assertThat(each.getAccessor().invoke(changed))
                    .as(each.getName())
                    .isEqualTo(each.getName().equals(component) ? meant : before);
        }
    }

    static Stream<Arguments> options() {
        return Stream.of(
                Arguments.of("url", "url", "redis://elsewhere:1234", URI.create("redis://elsewhere:1234")),
                Arguments.of("consumerName", "consumer-name", "worker-7", Optional.of("worker-7")),
                Arguments.of("retryAfter", "retry-after", "7s", Duration.ofSeconds(7)),
                Arguments.of("maxDeliveries", "max-deliveries", "7", 7),
                Arguments.of("claimAfter", "claim-after", "7s", Duration.ofSeconds(7)),
                Arguments.of("blockFor", "block-for", "700ms", Duration.ofMillis(700)),
                Arguments.of("batchSize", "batch-size", "7", 7),
                Arguments.of("timeout", "timeout", "7s", Duration.ofSeconds(7)),
                Arguments.of("shutdownTimeout", "shutdown-timeout", "7s", Duration.ofSeconds(7)),
                Arguments.of("maxLength", "max-length", "700", 700L),
                Arguments.of("trimUnacked", "trim-unacked", "true", true),
                Arguments.of("deadLetterMaxLength", "dead-letter-max-length", "70", 70L),
                Arguments.of("deadLetterSuffix", "dead-letter-suffix", ".died", ".died"),
                Arguments.of("keyPrefix", "key-prefix", "shop:", "shop:"),
                Arguments.of("idempotencyWindow", "idempotency-window", "7m", Duration.ofMinutes(7)));
    }

    @Test
    void loginIsSetByItsPropertiesAndNotShown() {
        try (RedisBroker broker = (RedisBroker)
                RedisHarness.open(Map.of("millrace.redis.user", "app", "millrace.redis.password", "s3cret"))) {
            assertThat(broker.settings().user()).contains("app");
            assertThat(broker.settings().password()).contains("s3cret");
            assertThat(broker.settings().toString()).doesNotContain("s3cret");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trust-store", "key-store"})
    void storeThatIsMissingIsReportedByItsPropertyAndNotItsPassword(String store) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedisHarness.open(Map.of(
                        "millrace.redis.url",
                        "rediss://localhost",
                        "millrace.redis." + store,
                        "no-such.p12",
                        "millrace.redis." + store + "-password",
                        "s3cret")))
                .withMessageContaining("millrace.redis." + store)
                .withMessageContaining("no-such.p12")
                .withMessageNotContaining("s3cret");
    }

    /** Those not in the table need a server, a password or a file, and have tests of their own. */
    @Test
    @SuppressWarnings("NullAway") // on purpose
    void retentionOfATopicThatIsNullIsRefusedAndNamed() {
        assertThatThrownBy(() -> RedisBroker.builder().retention("orders", (Retention) null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("retention of topic orders");
    }

    @Test
    void everyOptionIsTried() {
        Stream<Object> apart = Stream.of(
                "connect", "user", "password", "trustStore", "trustStorePassword", "keyStore", "keyStorePassword");
        assertThat(Stream.concat(options().map(each -> each.get()[0]), apart))
                .containsExactlyInAnyOrderElementsOf(Stream.of(RedisSettings.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }

    @Test
    void eagerConnectFailsAtOnceAndNamesTheEndpoint() {
        assertThatThrownBy(() -> RedisHarness.open(Map.of(
                        "millrace.redis.url", "redis://127.0.0.1:1",
                        "millrace.redis.connect", "eager")))
                .isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining("127.0.0.1:1");
    }

    @Test
    void defaultsAreThoseOfTheContract() {
        RedisSettings defaults = RedisBroker.builder().settings();
        assertThat(defaults.maxDeliveries()).isEqualTo(5);
        assertThat(defaults.retryAfter()).isEqualTo(Duration.ofSeconds(5));
        assertThat(defaults.claimAfter()).isEqualTo(Duration.ofSeconds(60));
        assertThat(defaults.blockFor()).isEqualTo(Duration.ofSeconds(2));
        assertThat(defaults.batchSize()).isEqualTo(100);
        assertThat(defaults.shutdownTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(defaults.timeout()).isEqualTo(Duration.ofSeconds(5));
        assertThat(defaults.connect()).isEqualTo(Connect.LAZY);
        assertThat(defaults.maxLength()).isEqualTo(10_000);
        assertThat(defaults.trimUnacked()).isFalse();
        assertThat(defaults.deadLetterMaxLength()).isZero();
        assertThat(defaults.deadLetterSuffix()).isEqualTo(".dead");
        assertThat(defaults.idempotencyWindow()).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void zeroIsAValueWhereItHasASense() {
        RedisHarness.open(Map.of(
                        "millrace.redis.url", URL,
                        "millrace.redis.claim-after", "0s",
                        "millrace.redis.retry-after", "0s",
                        "millrace.redis.shutdown-timeout", "0s"))
                .close();
    }
}
