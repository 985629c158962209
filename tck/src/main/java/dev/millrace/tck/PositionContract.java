package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;

/** Where a broadcast subscriber starts. */
public interface PositionContract extends Theme {

    @Assertion("TPC-3")
    default void subscriberAtTheEarliestGetsWhatTheTopicHolds(Bench bench) {
        bench.publish("order 1", "order 2");
        RecordingHandler handler = bench.handler();

        bench.subscribe(Position.earliest(), handler);
        bench.publish("order 3");

        handler.awaitEnded("order 3");
        assertThat(handler.texts()).containsExactly("order 1", "order 2", "order 3");
    }

    @Assertion("TPC-3")
    default void subscriberAtTheLatestGetsWhatComesAfterwards(Bench bench) {
        bench.publish("before");
        RecordingHandler handler = bench.handler();

        bench.subscribe(Position.latest(), handler);
        bench.publish("order 1", "order 2");

        handler.awaitEnded("order 2");
        assertThat(handler.texts()).containsExactly("order 1", "order 2");
    }

    @Assertion("TPC-3")
    default void subscriberAfterAMessageGetsTheNextOneFirst(Bench bench) {
        String noted = bench.publish("order 1", "order 2");
        bench.publish("order 3");
        RecordingHandler handler = bench.handler();

        bench.subscribe(Position.after(noted), handler);
        bench.publish("order 4");

        handler.awaitEnded("order 4");
        assertThat(handler.texts()).containsExactly("order 3", "order 4");
    }

    @Assertion("TPC-3")
    default void subscriberAtAnInstantGetsWhatCameThenOrLater(Bench bench) {
        bench.publish("before");
        bench.pass(bench.gap());
        Instant instant = bench.now();
        bench.publish("order 1");
        bench.pass(bench.gap());
        RecordingHandler handler = bench.handler();

        bench.subscribe(Position.at(instant), handler);
        bench.publish("order 2");

        handler.awaitEnded("order 2");
        assertThat(handler.texts()).containsExactly("order 1", "order 2");
    }

    @Assertion("TPC-3")
    default void subscriberAtAnInstantToComeWaitsForIt(Bench bench) {
        Instant instant = bench.now().plus(bench.gap().multipliedBy(3));
        RecordingHandler handler = bench.handler();
        bench.publish("before");
        bench.subscribe(Position.at(instant), handler);
        bench.publish("too early");

        bench.pass(bench.gap().multipliedBy(4));

        bench.publish("order");
        handler.awaitEnded("order");
        assertThat(handler.texts()).containsExactly("order");
    }

    @Assertion("TPC-3")
    default void topicWithoutMessagesIsNoFault(Bench bench) {
        List<Position> positions = List.of(
                Position.earliest(), Position.latest(), Position.at(bench.now().minus(bench.gap())));
        List<RecordingHandler> handlers = positions.stream()
                .map(position -> {
                    RecordingHandler handler = bench.handler();
                    bench.subscribe(position, handler);
                    return handler;
                })
                .toList();

        bench.publish("order");

        handlers.forEach(handler -> handler.awaitEnded("order"));
    }

    @Assertion("TPC-3")
    default void replayJoinsWhatIsPublishedMeanwhile(Bench bench) {
        int messages = 2_000;
        Broker publisher = bench.broker();
        Broker late = bench.replica("late");
        CompletableFuture<Void> published = CompletableFuture.runAsync(
                () -> IntStream.range(0, messages).forEach(i -> publisher.publish(bench.topic(), "order " + i)));
        List<RecordingHandler> handlers = IntStream.range(0, 4)
                .mapToObj(i -> {
                    RecordingHandler handler = bench.handler();
                    bench.subscribe(late, BroadcastContract.ALL.buffer(10), handler);
                    handler.awaitEnded("order " + i * messages / 5);
                    return handler;
                })
                .toList();
        published.join();

        List<String> all =
                IntStream.range(0, messages).mapToObj(i -> "order " + i).toList();
        handlers.forEach(handler -> handler.awaitEnded("order " + (messages - 1)));
        assertThat(handlers).allSatisfy(handler -> assertThat(handler.texts()).isEqualTo(all));
    }

    @Assertion("TPC-3")
    default void positionAheadOfItsTopicIsOfAnotherOneSoThatItStartsAtTheBeginning(Bench bench) {
        CapturedLog log = bench.log();
        bench.publish("order 1");
        RecordingHandler handler = bench.handler();

        bench.subscribe(Position.after(bench.now().plusSeconds(86_400).toEpochMilli() + "-0"), handler);

        handler.awaitEnded("order 1");
        assertThat(log.warnings(bench.topic(), "another one")).hasSize(1);
    }

    @Assertion("TPC-3")
    default void positionThatIsNoIdOfTheBrokersIsRefused(Bench bench) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bench.broker()
                        .subscribe(bench.topic(), SubscriberOptions.from(Position.after("yesterday")), bench.handler()))
                .withMessageContaining("was \"yesterday\"");
    }

    @Assertion("TPC-3")
    default void historyIsTheNewestMessagesOldestFirst(Bench bench) {
        bench.publish("order 1", "order 2", "order 3");

        assertThat(bench.broker().history(bench.topic(), 2))
                .extracting(BrokerMessage::text)
                .containsExactly("order 2", "order 3");
        assertThat(bench.broker().history(bench.topic(), 10)).hasSize(3);
        assertThat(bench.broker().history(bench.topic("empty"), 10)).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bench.broker().history(bench.topic(), 0))
                .withMessageContaining("was 0");
    }
}
