package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OPT-1: what is held for a handler, by its pace. */
class ReadAheadTest {

    @ParameterizedTest
    @CsvSource({
        // concurrency, ms a message, max deliveries -> held at most
        "1, 0,    5, 100",
        "1, 1,    5, 100",
        "1, 20,   5, 50",
        "8, 100,  5, 80",
        "8, 1000, 5, 8",
        "8, 1001, 5, 0",
        "1, 60000, 5, 0",
        "1, 1,    1, 0",
        "1, 1,    2, 100",
    })
    void asManyAreHeldAsStartWithinASecond(int concurrency, long millis, int maxDeliveries, int limit) {
        HandlerPace pace = HandlerPace.UNKNOWN.and(Duration.ofMillis(millis));
        assertThat(new ReadAhead(concurrency, 100).limit(pace, maxDeliveries)).isEqualTo(limit);
    }

    @Test
    void nothingIsHeldForAHandlerThatNobodyHasSeenAtWork() {
        assertThat(new ReadAhead(8, 100).limit(HandlerPace.UNKNOWN, 5)).isZero();
    }

    @Test
    void paceFollowsTheLatestMessages() {
        HandlerPace pace = HandlerPace.UNKNOWN.and(Duration.ofNanos(800)).and(Duration.ofNanos(1_600));
        assertThat(pace.nanos()).isEqualTo(900);
    }
}
