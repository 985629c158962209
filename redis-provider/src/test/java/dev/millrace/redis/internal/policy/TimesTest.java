package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {

    @ParameterizedTest
    @CsvSource({
        "1,   0, 25",
        "1,  1, 50",
        "2,  1, 100",
        "3,  1, 200",
        "7,  1, 3200",
        "8, 1, 5000",
        "8, 0, 2500",
        "999, 1, 5000"
    })
    void pauseGrowsIsSpreadAndEndsAtFiveSeconds(int failures, double jitter, long millis) {
        assertThat(ReconnectBackoff.pause(failures, jitter)).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void leaseIsRenewedThreeTimes() {
        assertThat(Lease.of(Duration.ofSeconds(60)).renewEvery()).isEqualTo(Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @CsvSource({"60, 1, 50", "60, 3, 200", "60, 999, 5000", "3, 999, 1000"})
    void renewalThatFailedIsTriedAgainAtAGrowingPauseButNoLaterThanTheNext(long lease, int failures, long millis) {
        assertThat(Lease.of(Duration.ofSeconds(lease)).renewAgainAfter(failures, 1))
                .isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void leaseIsKeptForOthersWhereClaimsAreOff() {
        assertThat(Lease.of(Duration.ZERO)).isEqualTo(Lease.of(Duration.ofSeconds(60)));
    }

    @ParameterizedTest
    @CsvSource({"39, false", "40, true", "70, true"})
    void entryIsRenewedBeforeItsStartWhenItsLeaseMayHaveRunOut(long seconds, boolean renewed) {
        assertThat(Lease.of(Duration.ofSeconds(60)).mayHaveRunOut(Duration.ofSeconds(seconds)))
                .isEqualTo(renewed);
    }

    @ParameterizedTest
    @CsvSource({"20, 0", "21, 60", "900, 60"})
    void outageOfMoreThanAThirdOfTheLeaseDelaysClaimsByOne(long outage, long grace) {
        assertThat(Lease.of(Duration.ofSeconds(60)).graceAfter(Duration.ofSeconds(outage)))
                .isEqualTo(Duration.ofSeconds(grace));
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "10, 1", "100, 10", "10000, 1000", "1000000, 1000"})
    void topicIsTrimmedAFewTimesPerLength(long maxLength, long every) {
        assertThat(new TrimCadence(maxLength).every()).isEqualTo(every);
    }
}
