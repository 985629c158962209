package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import dev.millrace.OutgoingMessage;
import dev.millrace.PullConsumer;
import dev.millrace.StartAt;
import dev.millrace.Subscription;

/** Messages of one key are handled one at a time and in order, and wait for nobody else's. */
public interface OrderContract extends Theme {

    /** The header with the key. */
    String KEY = "customer";

    @Assertion("GRP-6")
    default void messagesOfOneKeyAreHandledOneAtATimeAndInOrder(Bench bench) {
        RecordingHandler handler = bench.handler();
        List<String> overlaps = new ArrayList<>();
        handler.otherwise(alone(overlaps));
        bench.consume(ordered(bench, 8), handler);

        publishShuffled(bench, 200, 5);

        handler.awaitEnded(200);
        assertThat(overlaps).isEmpty();
        assertInOrder(handler.texts(), 5);
    }

    @Assertion("GRP-6")
    default void messagesWaitingForTheirKeyOccupyNoSlot(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("a0", gate.holding());
        bench.consume(ordered(bench, 2), handler);
        publish(bench, "a", "a0");
        handler.awaitStarted("a0");
        for (int i = 1; i < 20; i++) {
            publish(bench, "a", "a" + i);
        }
        for (int i = 0; i < 5; i++) {
            publish(bench, "b", "b" + i);
        }

        handler.awaitEnded("b4");

        assertThat(handler.texts().stream().filter(text -> text.startsWith("a")))
                .containsExactly("a0");
        gate.open();
        handler.awaitEnded("a19");
        assertInOrder(handler.texts(), 2);
    }

    @Assertion("GRP-6")
    default void messageWithoutTheHeaderWaitsForNobody(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler =
                bench.handler().on("plain one", gate.holding()).on("a0", gate.holding());
        bench.consume(ordered(bench, 4), handler);
        publish(bench, "a", "a0");
        publish(bench, "a", "a1");
        bench.publish("plain one", "plain two");

        handler.awaitEnded("plain two");
    }

    @Assertion({"GRP-6", "TPC-5"})
    default void orderOfAKeyIsKeptForWhoIsSlowToAsk(Bench bench) throws InterruptedException {
        Broker broker = bench.broker();
        PullConsumer nothing = broker.consumer(bench.topic() + ".empty", bench.options());
        PullConsumer consumer = broker.consumer(bench.topic(), ordered(bench, 4));
        publish(bench, "a", "a0");
        publish(bench, "a", "a1");

        // Longer than a message stays fetched that nobody asks for.
        assertThat(nothing.poll(Duration.ofSeconds(2))).isEmpty();

        for (String text : List.of("a0", "a1")) {
            Delivery delivery = consumer.poll(bench.patience()).orElseThrow();
            delivery.ack();
            assertThat(delivery.message().text()).isEqualTo(text);
        }
    }

    @Assertion({"GRP-6", "TPC-5"})
    default void orderOfAKeyIsKeptForWhoPausesBetweenTwoMessages(Bench bench) throws InterruptedException {
        PullConsumer consumer = bench.broker().consumer(bench.topic(), ordered(bench, 4));
        for (int i = 0; i < 50; i++) {
            publish(bench, "a", "a" + i);
        }

        for (int i = 0; i < 50; i++) {
            consumer.subscription().pause();
            consumer.subscription().resume();
            Delivery delivery = consumer.poll(bench.patience()).orElseThrow();
            delivery.ack();
            assertThat(delivery.message().text()).isEqualTo("a" + i);
        }
    }

    @Assertion("GRP-6")
    default void retryOfAKeyHoldsBackThatKeyOnly(Bench bench) {
        RecordingHandler handler = bench.handler().on("a0", Reactions.throwingUpTo(1));
        bench.consume(ordered(bench, 4), handler);
        publish(bench, "a", "a0");
        publish(bench, "a", "a1");
        publish(bench, "b", "b0");
        publish(bench, "b", "b1");
        handler.awaitEnded("b1");
        bench.settle();
        bench.awaitMarker(handler);
        assertThat(handler.seen("a1")).isEmpty();

        bench.pass(bench.gap());

        handler.awaitEnded("a0", 2);
        handler.awaitEnded("a1");
        assertThat(handler.texts().stream().filter(text -> text.startsWith("a")))
                .containsExactly("a0", "a0", "a1");
    }

    @Assertion({"GRP-6", "CLM-1"})
    default void retryThatAnotherTookOverHoldsNothingBack(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler =
                bench.handler().on("a0", Reactions.throwing()).on("b0", gate.holding());
        Broker one = bench.replica("one");
        bench.consume(one, ordered(bench, 1), handler);
        publish(bench, "a", "a0");
        handler.awaitEnded("a0");
        publish(bench, "b", "b0");
        handler.awaitStarted("b0");
        Broker two = bench.replica("two");
        RecordingHandler other = bench.handler();
        bench.consume(two, ordered(bench, 1), other);
        bench.pass(bench.claimAfter());
        other.awaitEnded("a0");
        bench.close(two);
        gate.open();
        handler.awaitEnded("b0");
        bench.settle();

        publish(bench, "a", "a1");

        handler.awaitEnded("a1");
    }

    @Assertion("GRP-6")
    default void deadLetterLetsThoseBehindItGo(Bench bench) {
        RecordingHandler handler = bench.handler().on("a0", Reactions.throwing());
        bench.consume(ordered(bench, 4).maxDeliveries(1), handler);
        publish(bench, "a", "a0");
        publish(bench, "a", "a1");

        handler.awaitEnded("a1");

        assertThat(handler.texts()).containsExactly("a0", "a1");
    }

    @Assertion({"GRP-6", "DRN-4"})
    default void whatWaitsForItsKeyIsHandedBackUncounted(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().on("a0", gate.holding());
        Broker first = bench.broker();
        bench.consume(first, ordered(bench, 4), handler);
        publish(bench, "a", "a0");
        publish(bench, "a", "a1");
        publish(bench, "b", "b0");
        handler.awaitEnded("b0");
        RecordingHandler other = bench.handler();
        CompletableFuture<Boolean> closing = Draining.begin(first, bench.patience());
        gate.open();
        closing.join();

        bench.consume(bench.replica("two"), ordered(bench, 4), other);

        other.awaitEnded("a1");
        assertThat(handler.seen("a1")).isEmpty();
        assertThat(other.seen("a1").get(0).message().deliveries()).isEqualTo(1);
    }

    @Assertion("GRP-6")
    default void messageThatAPauseKeptFromStartingComesBeforeThoseBehindIt(Bench bench) throws InterruptedException {
        publish(bench, "a", "a0");
        publish(bench, "a", "a1");
        RecordingHandler handler = bench.handler();
        CountDownLatch asked = new CountDownLatch(1);
        Gate gate = bench.gate();
        ConsumerOptions options = ordered(bench, 2).startAt(StartAt.EARLIEST).threads(work -> {
            asked.countDown();
            return new Thread(() -> {
                gate.pass();
                work.run();
            });
        });
        Subscription subscription = bench.consume(options, handler);
        asked.await();
        subscription.pause();
        gate.open();
        assertThat(subscription.awaitIdle(bench.patience())).isTrue();

        subscription.resume();

        handler.awaitEnded("a1");
        assertThat(handler.texts()).containsExactly("a0", "a1");
    }

    private static ConsumerOptions ordered(Bench bench, int concurrency) {
        return bench.options().concurrency(concurrency).orderedBy(KEY);
    }

    private static void publish(Bench bench, String key, String text) {
        bench.publish(OutgoingMessage.to(bench.topic(), text).header(KEY, key));
    }

    private static void publishShuffled(Bench bench, int messages, int keys) {
        Random random = new Random(messages);
        Map<String, Integer> next = new HashMap<>();
        for (int i = 0; i < messages; i++) {
            String key = String.valueOf((char) ('a' + random.nextInt(keys)));
            publish(bench, key, key + (next.merge(key, 1, Integer::sum) - 1));
        }
    }

    /** A reaction that notes whether another message of its key is in hand. */
    private static DeliveryHandler alone(List<String> overlaps) {
        Map<String, String> running = new ConcurrentHashMap<>();
        return delivery -> {
            String key = delivery.message().header(KEY).orElseThrow();
            String before = running.put(key, delivery.message().id());
            Thread.onSpinWait();
            running.remove(key);
            if (before != null) {
                synchronized (overlaps) {
                    overlaps.add(key);
                }
            }
            return CompletableFuture.completedFuture(null);
        };
    }

    private static void assertInOrder(List<String> texts, int keys) {
        for (int i = 0; i < keys; i++) {
            String key = String.valueOf((char) ('a' + i));
            List<Integer> numbers = texts.stream()
                    .filter(text -> text.startsWith(key))
                    .map(text -> Integer.valueOf(text.substring(1)))
                    .toList();
            assertThat(numbers).isSorted().doesNotHaveDuplicates();
        }
    }
}
