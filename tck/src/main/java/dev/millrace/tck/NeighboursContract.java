package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;

/** What one message may do to others: nothing. */
public interface NeighboursContract extends Theme {

    @Assertion("DLV-3")
    default void handlerMayPublishToItsOwnTopic(Bench bench) {
        Broker broker = bench.broker();
        RecordingHandler handler = bench.handler().on("order", delivery -> {
            broker.publish(bench.topic(), "follow-up");
            return CompletableFuture.completedFuture(null);
        });
        bench.consume(handler);

        bench.publish("order");

        handler.awaitEnded("follow-up");
    }

    @Assertion({"DLV-4", "OPT-1"})
    default void handlerWorksOnOneMessageAtATimeByDefault(Bench bench) {
        assertBound(bench, bench.options(), 1);
    }

    @Assertion("DLV-4")
    default void handlerWorksOnAsManyMessagesAsItsConcurrencyAllows(Bench bench) {
        assertBound(bench, bench.options().concurrency(4), 4);
    }

    private static void assertBound(Bench bench, ConsumerOptions options, int bound) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().otherwise(gate.holding());
        RecordingHandler beside = bench.handler();
        bench.consume(options, handler);
        bench.consume(ConsumerOptions.group("beside"), beside);

        IntStream.range(0, 20).forEach(i -> bench.publish("order " + i));

        handler.awaitInHand(bound);
        bench.awaitMarker(beside);
        bench.awaitMarker(beside);
        gate.open();
        handler.awaitEnded(20);
        assertThat(handler.mostInHand()).isEqualTo(bound);
    }

    @Assertion("DLV-5")
    default void messagesThatAlwaysFailDoNotStopTheOthers(Bench bench) {
        RecordingHandler handler =
                bench.handler().on(message -> message.text().startsWith("bad"), Reactions.throwing());
        bench.consume(bench.options().retryAfter(Duration.ofHours(1)), handler);

        IntStream.range(0, 20).forEach(i -> bench.publish("bad " + i));
        IntStream.range(0, 100).forEach(i -> bench.publish("good " + i));

        handler.awaitEnded(120);
        assertThat(handler.texts()).filteredOn(text -> text.startsWith("good")).hasSize(100);
    }

    @Assertion("DLV-5")
    default void slowMessageDoesNotStopTheOthers(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("slow", gate.holding());
        bench.consume(bench.options().concurrency(2), handler);

        bench.publish("slow");
        handler.awaitStarted("slow");
        bench.publish("order 1", "order 2", "order 3");

        handler.awaitEnded("order 3");
        assertThat(handler.seen("slow")).extracting(Seen::endedAt).containsOnly(Optional.empty());
    }

    @Assertion("DLV-7")
    default void interruptFlagLeftSetHarmsNoLaterMessage(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", delivery -> {
            Thread.currentThread().interrupt();
            return CompletableFuture.completedFuture(null);
        });
        handler.on("next", delivery -> {
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the flag of an earlier message is still set");
            }
            return CompletableFuture.completedFuture(null);
        });
        bench.consume(bench.options().retryAfter(Duration.ofHours(1)), handler);

        bench.publish("order", "next");

        handler.awaitEnded("next");
        bench.awaitMarker(handler);
        assertThat(handler.seen()).extracting(Seen::deliveries).containsOnly(1);
        assertThat(bench.broker().deadLetters(bench.topic()).count()).isZero();
    }

    @Assertion("DLV-7")
    default void messageIsAckedThoughItsHandlerLeavesTheInterruptFlagSet(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", delivery -> {
            Thread.currentThread().interrupt();
            return CompletableFuture.completedFuture(null);
        });
        bench.consume(handler);
        bench.publish("order");
        handler.awaitEnded("order");

        bench.pass(bench.claimAfter());

        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).hasSize(1);
    }
}
