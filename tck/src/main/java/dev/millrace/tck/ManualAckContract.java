package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.millrace.AckMode;
import dev.millrace.ConsumerOptions;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;

/** Deliveries that the handler settles by hand. */
public interface ManualAckContract extends Theme {

    private static ConsumerOptions manual(Bench bench) {
        return bench.options().ack(AckMode.MANUAL);
    }

    @Assertion("DLV-8")
    default void ackByHandSettlesTheMessage(Bench bench) {
        RecordingHandler handler = bench.handler().otherwise(Reactions.acking());
        bench.consume(manual(bench), handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.pass(bench.claimAfter().multipliedBy(2));

        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).hasSize(1);
    }

    @Assertion("DLV-8")
    default void deliveryKeepsItsSlotUntilItIsSettled(Bench bench) {
        CompletableFuture<Delivery> handedOut = new CompletableFuture<>();
        RecordingHandler handler =
                bench.handler().on("order", keepingIn(handedOut)).otherwise(Reactions.acking());
        RecordingHandler beside = bench.handler();
        bench.consume(manual(bench), handler);
        bench.consume(ConsumerOptions.group("beside"), beside);
        bench.publish("order", "next");
        handler.awaitEnded("order");
        bench.awaitMarker(beside);
        assertThat(handler.seen("next")).isEmpty();

        handedOut.join().ack();

        handler.awaitEnded("next");
    }

    @Assertion("DLV-8")
    default void retryByHandCountsAsAFailure(Bench bench) {
        RecordingHandler handler = bench.handler()
                .on(message -> message.deliveries() == 1 && message.text().equals("order"), delivery -> {
                    delivery.retry();
                    return CompletableFuture.completedFuture(null);
                })
                .otherwise(Reactions.acking());
        bench.consume(manual(bench), handler);
        bench.publish("order");
        Seen first = handler.awaitEnded("order");

        bench.pass(bench.gap());

        Seen second = handler.awaitEnded("order", 2);
        assertThat(second.deliveries()).isEqualTo(2);
        assertThat(Duration.between(first.endedAt().orElseThrow(), second.startedAt()))
                .isGreaterThanOrEqualTo(Bench.atLeast(bench.gap()));
    }

    @Assertion("DLV-8")
    default void retryByHandUsesUpTheAllowance(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", askingFor(Duration.ZERO));
        handler.otherwise(Reactions.acking());
        bench.consume(manual(bench).maxDeliveries(2), handler);

        bench.publish("order");

        handler.awaitEnded("order", 2);
        bench.settle();
        assertThat(bench.broker().deadLetters(bench.topic()).list(10))
                .singleElement()
                .satisfies(letter -> assertThat(letter.deliveries()).isEqualTo(2));
    }

    @Assertion("DLV-8")
    default void retryMayBeAskedForSoonerThanTheGap(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", askingFor(bench.gap()));
        handler.otherwise(Reactions.acking());
        bench.consume(manual(bench).retryAfter(Duration.ofHours(1)), handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.pass(bench.gap());

        handler.awaitEnded("order", 2);
    }

    @Assertion("DLV-8")
    default void retryIsNeverLaterThanTheGap(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", askingFor(Duration.ofDays(1)));
        handler.otherwise(Reactions.acking());
        bench.consume(manual(bench), handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.pass(bench.gap());

        handler.awaitEnded("order", 2);
    }

    @Assertion("DLV-8")
    default void deliveryLeftUnsettledFailsWhenItsLeaseRunsOut(Bench bench) {
        RecordingHandler handler = bench.handler()
                .on(message -> message.deliveries() == 1, Reactions.returning())
                .otherwise(Reactions.acking());
        bench.consume(manual(bench).retryAfter(Duration.ZERO), handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.passUnsettled(bench.claimAfter().multipliedBy(2));

        assertThat(handler.awaitEnded("order", 2).deliveries()).isEqualTo(2);
    }

    @Assertion("DLV-8")
    default void onlyTheFirstSettlementCounts(Bench bench) {
        RecordingHandler handler = bench.handler().otherwise(delivery -> {
            delivery.ack();
            delivery.retry(Duration.ZERO);
            return CompletableFuture.completedFuture(null);
        });
        bench.consume(manual(bench), handler);

        bench.publish("order");

        bench.awaitMarker(handler);
        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).hasSize(1);
    }

    @Assertion("DLV-8")
    default void deliveryThatTheBrokerSettlesCannotBeSettledByHand(Bench bench) {
        CompletableFuture<Delivery> handedOut = new CompletableFuture<>();
        bench.consume(delivery -> {
            handedOut.complete(delivery);
            return CompletableFuture.completedFuture(null);
        });

        bench.publish("order");

        Delivery delivery = handedOut
                .orTimeout(bench.patience().toMillis(), TimeUnit.MILLISECONDS)
                .join();
        assertThatIllegalStateException().isThrownBy(delivery::ack);
    }

    private static DeliveryHandler keepingIn(CompletableFuture<Delivery> handedOut) {
        return delivery -> {
            handedOut.complete(delivery);
            return CompletableFuture.completedFuture(null);
        };
    }

    private static DeliveryHandler askingFor(Duration wait) {
        return delivery -> {
            delivery.retry(wait);
            return CompletableFuture.completedFuture(null);
        };
    }
}
