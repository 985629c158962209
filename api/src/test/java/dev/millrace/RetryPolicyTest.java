package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

    @Test
    void defaultIsFiveDeliveriesFiveSecondsApartToBeginWith() {
        assertThat(RetryPolicy.DEFAULT).isEqualTo(new RetryPolicy(5, Duration.ofSeconds(5)));
    }

    @ParameterizedTest
    @CsvSource({
        "PT5S, -1, PT5S",
        "PT5S, 0, PT5S",
        "PT5S, 1, PT5S",
        "PT5S, 2, PT10S",
        "PT5S, 3, PT20S",
        "PT5S, 4, PT40S",
        "PT5S, 5, PT80S",
        "PT5S, 6, PT160S",
        "PT5S, 7, PT160S",
        "PT5S, 2147483647, PT160S",
        "PT0S, 3, PT0S",
        "PT0.001S, 6, PT0.032S",
        "P365D, 6, P11680D",
    })
    void gapDoublesUpToThirtyTwoTimes(Duration retryAfter, int deliveries, Duration gap) {
        assertThat(new RetryPolicy(5, retryAfter).gapAfter(deliveries)).isEqualTo(gap);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, false", "1, 1, true", "1, 2, true", "5, 4, false", "5, 5, true", "5, 6, true"})
    void allowanceIncludesTheFirstDelivery(int maxDeliveries, int deliveries, boolean exhausted) {
        assertThat(new RetryPolicy(maxDeliveries, Duration.ZERO).exhaustedBy(deliveries))
                .isEqualTo(exhausted);
    }

    @Test
    void allowanceBelowOneIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryPolicy(0, Duration.ZERO))
                .withMessage("maxDeliveries: must be at least 1 (was 0). Raise it.");
    }

    @ParameterizedTest
    @CsvSource({"PT-1S, PT-1S", "P366D, PT8784H"})
    void gapOutOfRangeIsRefused(Duration retryAfter, String was) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryPolicy(5, retryAfter))
                .withMessage("retryAfter: must be between 0 and 365 days (was " + was + "). Change it.");
    }
}
