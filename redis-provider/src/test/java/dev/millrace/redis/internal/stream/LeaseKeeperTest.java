package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.policy.Lease;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** CLM-2, RDS-3: when the timer of a broker does what it is there for. */
class LeaseKeeperTest {

    private static final Lease LEASE = Lease.of(Duration.ofMinutes(5));
    private final ReplyLost lost = new ReplyLost("a renewal was lost on its way", null);

    private final Outage outage = new Outage(Endpoint.of(URI.create("redis://leases.test")), LEASE);
    private final LeaseKeeper keeper = new LeaseKeeper(LEASE, outage);

    @AfterEach
    void close() {
        keeper.close();
    }

    /** CLM-4: the token of a name on the server is shorter than a long lease. */
    @Test
    void namesAreKeptMoreOftenThanLongLeasesAreRenewed() {
        AtomicInteger kept = new AtomicInteger();
        try (LeaseKeeper often = new LeaseKeeper(LEASE, outage, Duration.ofMillis(20))) {
            often.addName(kept::incrementAndGet);

            often.add(() -> {});

            Eventually.await("a name that is kept", () -> kept.get() > 2);
        }
    }

    @Test
    void renewalsThatFailAreTriedAgainAtOneGrowingPace() {
        int times = 50;
        List<Long> tries = new CopyOnWriteArrayList<>();
        keeper.add(() -> {
            tries.add(System.nanoTime());
            throw lost;
        });
        for (int i = 0; i < times; i++) {
            outage.failed(lost);
            outage.worked();
        }
        Eventually.await("all of them tried at once", () -> tries.size() >= times);

        Eventually.await(
                "a pause",
                () -> System.nanoTime() - tries.get(tries.size() - 1) > 300_000_000L,
                () -> tries.size() + " tries");

        assertThat(tries).hasSizeLessThan(times + 15);
    }
}
