package dev.millrace.tck;

import static dev.millrace.tck.Capability.STEPPED_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.OutgoingMessage;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** What a publisher is promised. */
public interface PublishingContract extends Theme {

    @Assertion("PUB-1")
    default void publishReturnsTheIdThatTheHandlerSees(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);

        String id = bench.publish("order");

        assertThat(handler.awaitEnded("order").message().id()).isEqualTo(id);
    }

    @Assertion("PUB-1")
    default void publishedMessageOutlivesItsPublisher(Bench bench) {
        Broker publisher = bench.replica("publisher");
        publisher.publish(bench.topic(), "order");
        bench.close(publisher);

        RecordingHandler handler = bench.handler();
        bench.consume(handler);

        handler.awaitEnded("order");
    }

    @Assertion("PUB-3")
    default void asyncPublishCompletesWithTheIdThatTheHandlerSees(Bench bench) throws Exception {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);

        String id = await(bench, bench.broker().publishAsync(bench.topic(), "order"));

        assertThat(handler.awaitEnded("order").message().id()).isEqualTo(id);
    }

    @Assertion("PUB-3")
    default void asyncPublishesOfOneThreadKeepTheirOrder(Bench bench) throws Exception {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        List<CompletionStage<String>> stages = new ArrayList<>();

        for (int i = 0; i < 300; i++) {
            stages.add(bench.broker().publishAsync(bench.topic(), "order " + i));
        }

        for (CompletionStage<String> stage : stages) {
            await(bench, stage);
        }
        handler.awaitEnded(300);
        assertThat(handler.texts())
                .containsExactlyElementsOf(
                        IntStream.range(0, 300).mapToObj(i -> "order " + i).toList());
    }

    @Assertion("PUB-3")
    default void concurrentPublishersEachKeepTheirOrder(Bench bench) throws Exception {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        Broker broker = bench.broker();
        List<Thread> publishers = IntStream.range(0, 4)
                .mapToObj(p -> new Thread(
                        () -> IntStream.range(0, 50)
                                .forEach(i -> broker.publishAsync(bench.topic(), p + ":" + (100 + i))),
                        "publisher " + p))
                .toList();

        publishers.forEach(Thread::start);

        handler.awaitEnded(200);
        for (int p = 0; p < 4; p++) {
            publishers.get(p).join();
            String mine = p + ":";
            assertThat(handler.texts())
                    .filteredOn(text -> text.startsWith(mine))
                    .hasSize(50)
                    .isSorted();
        }
    }

    @Assertion("PUB-3")
    default void whatFollowsAnAsyncPublishMayWaitForAnother(Bench bench) throws Exception {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        Broker broker = bench.broker();
        List<CompletionStage<String>> second = new ArrayList<>();

        for (int i = 0; i < 20; i++) {
            second.add(broker.publishAsync(bench.topic(), "first")
                    .thenApply(id -> broker.publishAsync(bench.topic(), "second")
                            .toCompletableFuture()
                            .join()));
        }

        for (CompletionStage<String> stage : second) {
            await(bench, stage);
        }
        handler.awaitEnded("second", 20);
    }

    @Assertion("PUB-4")
    default void publishingTwiceUnderOneKeyStoresOneEntry(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        OutgoingMessage order = OutgoingMessage.to(bench.topic(), "order").idempotencyKey("key 1");

        String first = bench.publish(order);
        String second = bench.publish(order);

        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).hasSize(1);
        assertThat(second).isEqualTo(first);
    }

    @Assertion("PUB-4")
    default void publishingUnderAKnownKeyOnAnotherReplicaStoresNothing(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        OutgoingMessage order = OutgoingMessage.to(bench.topic(), "order").idempotencyKey("key 1");

        bench.publish(order);
        bench.replica("two").publish(order);

        bench.awaitMarker(handler);
        assertThat(handler.seen("order")).hasSize(1);
    }

    @Assertion("PUB-4")
    default void keysOfOneTopicMeanNothingOnAnother(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        bench.publish(OutgoingMessage.to(bench.topic("other"), "order").idempotencyKey("key 1"));

        bench.publish(OutgoingMessage.to(bench.topic(), "order").idempotencyKey("key 1"));

        handler.awaitEnded("order");
    }

    @Assertion("PUB-4")
    @Requires(STEPPED_TIME)
    default void keyIsForgottenAfterTheWindow(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        OutgoingMessage order = OutgoingMessage.to(bench.topic(), "order").idempotencyKey("key 1");
        bench.publish(order);

        bench.pass(Duration.ofSeconds(121));
        bench.publish(order);

        handler.awaitEnded("order", 2);
    }

    @Assertion("PUB-5")
    @SuppressWarnings("NullAway")
    default void missingTopicOrPayloadIsRefusedAndNothingWritten(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        Broker broker = bench.broker();

        assertThatIllegalArgumentException().isThrownBy(() -> broker.publish(null, "order"));
        assertThatIllegalArgumentException().isThrownBy(() -> broker.publish(" ", "order"));
        assertThatIllegalArgumentException().isThrownBy(() -> broker.publish(bench.topic(), null));
        assertThatIllegalArgumentException().isThrownBy(() -> broker.publishAsync(bench.topic(), null));

        bench.awaitMarker(handler);
        assertThat(handler.seen()).hasSize(1);
    }

    @Assertion("PUB-5")
    default void nameWithHalfASurrogatePairIsRefusedEverywhere(Bench bench) {
        String topic = bench.topic() + "\ud83d";
        Broker broker = bench.broker();
        List<ThrowingCallable> uses = List.of(
                () -> broker.publish(topic, "order"),
                () -> broker.consume(topic, bench.options(), bench.handler()),
                () -> broker.consumer(topic, bench.options()),
                () -> broker.subscribe(topic, BroadcastContract.ALL, bench.handler()),
                () -> broker.history(topic, 1),
                () -> broker.deadLetters(topic),
                () -> ConsumerOptions.group("billing\ud83d"));

        assertThat(uses)
                .allSatisfy(use -> assertThatIllegalArgumentException()
                        .isThrownBy(use)
                        .withMessageContaining("half a surrogate pair"));
    }

    @Assertion("PUB-7")
    default void publishAfterCloseThrows(Bench bench) {
        Broker broker = bench.replica("closed");
        broker.close();

        assertThatIllegalStateException().isThrownBy(() -> broker.publish(bench.topic(), "order"));
    }

    @Assertion("PUB-7")
    default void asyncPublishAfterCloseThrows(Bench bench) {
        Broker broker = bench.replica("closed");
        broker.close();

        assertThatIllegalStateException().isThrownBy(() -> broker.publishAsync(bench.topic(), "order"));
    }

    @Assertion("PUB-7")
    default void brokerIsClosedForWhoClosesItSecondToo(Bench bench) {
        bench.config(bench.config().shutdownTimeout(Duration.ofMillis(200)));
        RecordingHandler hung = bench.handler().on("order", bench.gate().holding());
        Broker broker = bench.replica("closed");
        bench.consume(broker, hung);
        bench.publish("order");
        hung.awaitStarted("order");

        CompletableFuture<Void> first = CompletableFuture.runAsync(broker::close);
        CompletableFuture<Void> second = CompletableFuture.runAsync(broker::close);
        CompletableFuture.anyOf(first, second).join();

        assertThatIllegalStateException().isThrownBy(() -> broker.publish(bench.topic(), "late"));
    }

    private static String await(Bench bench, CompletionStage<String> stage) throws Exception {
        return stage.toCompletableFuture().get(bench.patience().toMillis(), TimeUnit.MILLISECONDS);
    }
}
