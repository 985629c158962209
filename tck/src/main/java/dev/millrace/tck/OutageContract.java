package dev.millrace.tck;

import static dev.millrace.tck.Capability.OUTAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import dev.millrace.BrokerUnavailableException;

/** What happens while the server is away, and once it is back. */
public interface OutageContract extends Theme {

    /** Well above the default time-out of a publish (5 s), and well below for ever. */
    Duration BOUND = Duration.ofSeconds(15);

    @Assertion("PUB-2")
    @Requires(OUTAGE)
    default void publishWhileTheServerIsAwayFailsInTimeAndNamesTheTopic(Bench bench) {
        bench.publish("before");
        bench.harness().stopServer();

        long start = System.nanoTime();
        assertThatExceptionOfType(BrokerUnavailableException.class)
                .isThrownBy(() -> bench.publish("order"))
                .withMessageContaining(bench.topic())
                .withCauseInstanceOf(Throwable.class);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
        bench.harness().startServer();
    }

    @Assertion({"PUB-2", "PUB-3"})
    @Requires(OUTAGE)
    default void asyncPublishWhileTheServerIsAwayFailsInTime(Bench bench) {
        bench.publish("before");
        bench.harness().stopServer();

        assertThatThrownBy(() -> bench.broker()
                        .publishAsync(bench.topic(), "order")
                        .toCompletableFuture()
                        .get(BOUND.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(BrokerUnavailableException.class);
        bench.harness().startServer();
    }

    @Assertion("PUB-2")
    @Requires(OUTAGE)
    default void whatFailedToPublishIsNotThereAfterwards(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.awaitMarker(handler);
        bench.harness().stopServer();
        assertThatExceptionOfType(BrokerUnavailableException.class).isThrownBy(() -> bench.publish("order"));

        bench.harness().startServer();

        bench.awaitFirstMarker(handler);
        assertThat(handler.seen("order")).isEmpty();
    }

    @Assertion("DLV-1")
    @Requires(OUTAGE)
    default void messageInHandDuringAnOutageIsSettledAfterIt(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("order", gate.holding());
        bench.consume(handler);
        bench.publish("order");
        handler.awaitStarted("order");

        bench.harness().stopServer();
        gate.open();
        handler.awaitEnded("order");
        bench.harness().startServer();

        bench.awaitFirstMarker(handler);
        bench.pass(bench.claimAfter());
        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).hasSize(1);
    }
}
