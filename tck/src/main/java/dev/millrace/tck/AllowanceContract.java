package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.millrace.AckMode;

/** How often a failed message is tried, and what waits behind it. */
public interface AllowanceContract extends Theme {

    @Assertion("RTY-4")
    default void zeroGapRetriesAtOnce(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwingUpTo(2));
        bench.consume(bench.options().retryAfter(Duration.ZERO), handler);

        bench.publish("order");

        assertThat(handler.awaitEnded("order", 3).deliveries()).isEqualTo(3);
    }

    @Assertion("RTY-5")
    default void waitingEntriesDoNotHideOneThatIsDue(Bench bench) {
        RecordingHandler handler = bench.handler()
                .on(message -> message.text().startsWith("waiting"), Reactions.throwing())
                .on(message -> message.text().equals("due") && message.deliveries() == 1, delivery -> {
                    delivery.retry(bench.gap());
                    return CompletableFuture.completedFuture(null);
                })
                .otherwise(Reactions.acking());
        bench.consume(
                bench.options()
                        .ack(AckMode.MANUAL)
                        .retryAfter(Duration.ofHours(1))
                        .concurrency(4),
                handler);
        IntStream.range(0, 300).forEach(i -> bench.publish("waiting " + i));
        bench.publish("due");
        handler.awaitEnded(301);

        bench.pass(bench.gap());

        handler.awaitEnded("due", 2);
    }

    @Assertion("RTY-6")
    default void handlerRunsAtMostMaxDeliveriesTimes(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(3).retryAfter(Duration.ZERO), handler);
        bench.publish("order");
        handler.awaitEnded("order", 3);

        bench.pass(bench.claimAfter().multipliedBy(2));

        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).extracting(Seen::deliveries).containsExactly(1, 2, 3);
    }

    @Assertion({"RTY-6", "OPT-1"})
    default void handlerRunsFiveTimesByDefault(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().retryAfter(Duration.ZERO), handler);
        bench.publish("order");

        handler.awaitEnded("order", 5);

        bench.pass(bench.gap());
        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).hasSize(5);
    }

    @Assertion("RTY-6")
    default void oneDeliveryIsAllWhereNoMoreAreAllowed(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(1).retryAfter(Duration.ZERO), handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.pass(bench.gap());
        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).hasSize(1);
    }
}
