package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;

import dev.millrace.ConsumerOptions;
import dev.millrace.Subscription;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.stream.FakeServer.Fault;
import org.junit.jupiter.api.Test;

/** DRN-4, RDS-3: an outage after which nothing is asked ends all the same when the server is back. */
class PausedOutageTest extends ConsumersOnFake {

    @Test
    void waitingWorkIsHandedOverThoughTheLastThatWasAskedBeforeFailed() throws Exception {
        publish("payload", "a");
        Subscription subscription = consume(
                ConsumerOptions.group("billing").retryAfter(Duration.ofHours(1)), recordingThen(failingUpTo(1)));
        next();
        assertThat(subscription.awaitIdle(Duration.ofSeconds(10))).isTrue();
        int before = streams.calls().size();
        streams.script("read", Fault.REQUEST_LOST);
        streams.advance(Duration.ofSeconds(5));
        Eventually.await(
                "a failure", () -> streams.calls().stream().skip(before).anyMatch("read"::equals));
        subscription.pause();

        subscription.close();

        Eventually.await("it is handed over", () -> pendingRow().consumer().equals(TopicKeys.PARKED));
        streams.ack(GROUP, pendingRow().id());
    }

    private PendingRow pendingRow() {
        return streams.pending(GROUP, "-", 10, Optional.empty()).get(0);
    }
}
