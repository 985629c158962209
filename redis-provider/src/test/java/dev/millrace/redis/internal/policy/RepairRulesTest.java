package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;

import dev.millrace.RetryPolicy;
import dev.millrace.spi.FailurePolicy;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepairRulesTest {

    private static final RepairRules RULES = new RepairRules(
            new FailurePolicy(new RetryPolicy(3, Duration.ofSeconds(5)), Set.of(), false),
            "me",
            "~released",
            Duration.ofSeconds(60),
            Duration.ofSeconds(20));

    /** This process joined the group 100 s ago; three deliveries are allowed. */
    @ParameterizedTest
    @CsvSource({
        "me, 101, 2, true",
        "me, 99, 2, false",
        "me, 101, 1, false",
        "other, 60, 2, true",
        "other, 60, 1, false",
        "~released, 101, 2, false",
        "~released, 101, 0, false",
    })
    void lastDeliveryOfWhatMayHaveEndedAProcessRunsAlone(String consumer, int idle, int deliveries, boolean alone) {
        PendingRow row = new PendingRow("1-1", consumer, Duration.ofSeconds(idle), deliveries);
        assertThat(RULES.runsAlone(row, Duration.ofSeconds(100))).isEqualTo(alone);
    }
}
