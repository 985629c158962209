package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.UUID;

import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.policy.Lease;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.junit.jupiter.api.Test;

/** CLM-5: what others have is not claimed at once after an outage, in which nobody could renew a lease. */
class OutageGraceTest {

    private static final Duration LEASE = Duration.ofSeconds(3);

    private final Outage outage =
            new Outage(Endpoint.of(URI.create("redis://" + UUID.randomUUID())), Lease.of(LEASE), Duration.ofMinutes(1));

    private void lasts(Duration time) {
        long start = System.nanoTime();
        outage.failed(new Refused("LOADING Redis is loading", null));
        Eventually.await("an outage of " + time, () -> System.nanoTime() - start > time.toNanos());
    }

    @Test
    void nothingIsClaimedDuringAnOutage() {
        lasts(Duration.ZERO);

        assertThat(outage.allowsClaims()).isFalse();
    }

    @Test
    void nothingIsClaimedForOneLeaseAfterAnOutageOfMoreThanAThirdOfIt() {
        lasts(LEASE.dividedBy(3));
        outage.worked();

        assertThat(outage.allowsClaims()).isFalse();
        Eventually.await("claims again", outage::allowsClaims);
    }

    @Test
    void aShortOutageDelaysNoClaim() {
        lasts(Duration.ZERO);
        outage.worked();

        assertThat(outage.allowsClaims()).isTrue();
    }
}
