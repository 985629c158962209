package dev.millrace.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;

import dev.millrace.redis.fixture.RedisHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    void zeroIsAValueWhereItHasASense() {
        RedisHarness.open(Map.of(
                        "millrace.redis.url", URL,
                        "millrace.redis.claim-after", "0s",
                        "millrace.redis.retry-after", "0s",
                        "millrace.redis.shutdown-timeout", "0s"))
                .close();
    }
}
