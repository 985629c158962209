package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConsumerRegistryTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final ConsumerOptions BILLING = ConsumerOptions.group("billing");

    private final TinyBroker broker = new TinyBroker();
    private final ConsumerRegistry consumers = new ConsumerRegistry(broker);
    private final BlockingQueue<TraceContext> traces = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        consumers.close();
        broker.close();
    }

    private TraceContext nextTrace() throws InterruptedException {
        return traces.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void messageIsHandledInItsTrace() throws Exception {
        consumers.consume("traced", BILLING, message -> traces.add(TraceContext.current()));
        broker.publish("traced", "x", Map.of("TraceParent", "00-" + TRACE + "-00f067aa0ba902b7-01"));

        assertThat(nextTrace().traceId()).contains(TRACE);
    }

    @Test
    void nullInPlaceOfAnArgumentIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> consumers.consume("orders", null, message -> {}))
                .withMessageContaining("options of topic orders");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> consumers.consumeDeliveries("orders", null, null))
                .withMessageContaining("options of topic orders");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> consumers.consume("orders", BILLING, null))
                .withMessageContaining("handler of topic orders");
    }

    @Test
    void messageWithoutATraceGetsAFreshOneAndNotThatOfTheOneBefore() throws Exception {
        consumers.consume("untraced", BILLING, message -> traces.add(TraceContext.current()));
        broker.publish("untraced", "x", Map.of("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01"));
        broker.publish("untraced", "y");
        broker.publish("untraced", "z");

        assertThat(nextTrace().traceId()).contains(TRACE);
        TraceContext second = nextTrace();
        TraceContext third = nextTrace();
        assertThat(second.traceId()).isPresent().isNotEqualTo(third.traceId());
        assertThat(second.traceId().orElseThrow()).isNotEqualTo(TRACE);
    }

    @Test
    void nothingOfTheTraceRemainsOnTheThread() throws Exception {
        BlockingQueue<TraceContext> after = new LinkedBlockingQueue<>();
        ConsumerOptions looking = BILLING.threads(work -> new Thread(() -> {
            work.run();
            after.add(TraceContext.current());
        }));
        Subscription subscription = consumers.consume("clean", looking, message -> {
            assertThat(TraceContext.current().child().open()).isNotNull();
            throw new IllegalStateException("leave the hard way, with a trace left open");
        });
        broker.publish("clean", "x");
        assertThat(subscription.awaitIdle(LONG)).isTrue();
        subscription.close();

        assertThat(after.poll(30, TimeUnit.SECONDS).traceId()).isEmpty();
    }

    @Test
    void handlersRunOnTheRegistrysThreadsUnlessTheirOptionsNameOthers() throws Exception {
        BlockingQueue<String> names = new LinkedBlockingQueue<>();
        consumers.threads(name -> Optional.of(work -> new Thread(work, "registry of " + name)));
        consumers.consume(
                "threads", BILLING, message -> names.add(Thread.currentThread().getName()));
        broker.publish("threads", "x");
        assertThat(names.poll(30, TimeUnit.SECONDS)).isEqualTo("registry of threads/billing");

        ConsumerOptions own = BILLING.threads(work -> new Thread(work, "own"));
        consumers.consume(
                "own threads", own, message -> names.add(Thread.currentThread().getName()));
        broker.publish("own threads", "x");
        assertThat(names.poll(30, TimeUnit.SECONDS)).isEqualTo("own");
    }

    @Test
    void wrapperIsAppliedOnceASubscriptionAndRunsInsideTheTrace() throws Exception {
        List<String> wrapped = new ArrayList<>();
        UnaryOperator<DeliveryHandler> around = handler -> {
            wrapped.add("once");
            return delivery -> {
                traces.add(TraceContext.current());
                return handler.handle(delivery);
            };
        };
        try (ConsumerRegistry wrapping = new ConsumerRegistry(broker, around)) {
            wrapping.consume("wrapped", BILLING, message -> {});
            broker.publish("wrapped", "x");
            broker.publish("wrapped", "y");

            assertThat(nextTrace().traceId()).isPresent();
            assertThat(nextTrace().traceId()).isPresent();
            assertThat(wrapped).containsExactly("once");
        }
    }

    @Test
    void returnAcksAndThrowDoesNot() {
        Signal marker = new Signal();
        consumers.consume("acked", BILLING, message -> {
            switch (message.text()) {
                case "bad" -> throw new IllegalStateException();
                case "marker" -> marker.give();
                default -> {}
            }
        });
        broker.publish("acked", "bad");
        String good = broker.publish("acked", "good");
        broker.publish("acked", "marker");
        marker.await();

        assertThat(broker.acked()).startsWith(good);
        assertThat(broker.unacked()).hasSize(1);
    }

    @Test
    void deliveryHandlerMaySettleByHand() {
        Subscription subscription = consumers.consumeDeliveries("by-hand", BILLING.ack(AckMode.MANUAL), delivery -> {
            delivery.ack();
            return CompletableFuture.completedFuture(null);
        });
        String id = broker.publish("by-hand", "x");

        assertThat(subscription.awaitIdle(LONG)).isTrue();
        assertThat(broker.acked()).containsExactly(id);
    }

    @Test
    void messageHandlerCannotSettleByHand() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> consumers.consume("orders", BILLING.ack(AckMode.MANUAL), message -> {}))
                .withMessage("Consumer of orders in billing: a MessageHandler cannot settle by hand (was ack MANUAL)."
                        + " Use consumeDeliveries.");
    }

    @Test
    void missingHandlerIsRefusedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> consumers.consume("orders", BILLING, null))
                .withMessage("handler of topic orders: a value is needed (was null). Give one.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> consumers.consumeDeliveries("orders", BILLING, null))
                .withMessage("handler of topic orders: a value is needed (was null). Give one.");
    }

    @Test
    void subscriptionsAreListedInTheirOrder() {
        consumers.consume("list-a", BILLING, message -> {});
        consumers.consume("list-b", BILLING, message -> {});

        assertThat(consumers.subscriptions()).extracting(Subscription::topic).containsExactly("list-a", "list-b");
        assertThat(consumers.subscriptions()).extracting(Subscription::group).containsOnly("billing");
    }

    @Test
    void closedSubscriptionIsForgottenOnceNothingOfItIsInHand() {
        Signal inHand = new Signal();
        Signal gate = new Signal();
        Subscription first = consumers.consume("forgotten", BILLING, message -> {
            inHand.give();
            gate.await();
        });
        broker.publish("forgotten", "x");
        inHand.await();
        first.close();
        consumers.consume("second", BILLING, message -> {});
        assertThat(consumers.subscriptions()).extracting(Subscription::topic).containsExactly("forgotten", "second");

        gate.give();
        assertThat(first.awaitIdle(LONG)).isTrue();
        consumers.consume("third", BILLING, message -> {});
        assertThat(consumers.subscriptions()).extracting(Subscription::topic).containsExactly("second", "third");
    }

    @Test
    void subscriptionCanBePausedAndResumed() {
        Signal handled = new Signal();
        Subscription subscription = consumers.consume("paused", BILLING, message -> handled.give());
        subscription.pause();
        broker.publish("paused", "x");
        assertThat(broker.acked()).isEmpty();
        subscription.resume();

        handled.await();
    }

    @Test
    void refusedTopicLeavesNoSubscription() {
        assertThatIllegalArgumentException().isThrownBy(() -> consumers.consume(" ", BILLING, message -> {}));
        assertThat(consumers.subscriptions()).isEmpty();
    }

    @Test
    void pausedRegistryStartsNeitherMessageNorConsumer() {
        consumers.consume("stopped", BILLING, message -> {});
        consumers.pause();
        broker.publish("stopped", "x");

        assertThat(consumers.drain(LONG)).isTrue();
        assertThat(broker.acked()).isEmpty();
        assertThatIllegalStateException()
                .isThrownBy(() -> consumers.consume("stopped", BILLING, message -> {}))
                .withMessage("Consumer of stopped in billing: this registry starts nothing any more (was paused or"
                        + " drained). Start consumers before the shutdown.");
    }

    @Test
    void broadcastIsHandledInItsTraceAndDrainedWithTheRest() throws Exception {
        BroadcastSubscription subscription =
                consumers.subscribe("broadcast", Position.latest(), message -> traces.add(TraceContext.current()));
        broker.publish("broadcast", "x", Map.of("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01"));
        assertThat(nextTrace().traceId()).contains(TRACE);
        assertThat(consumers.subscriptions()).contains(subscription);
        assertThat(subscription.group()).isEmpty();

        assertThat(consumers.drain(Duration.ofSeconds(30))).isTrue();

        assertThatIllegalStateException()
                .isThrownBy(() -> consumers.subscribe("broadcast", Position.latest(), message -> {}))
                .withMessageContaining("Subscriber of broadcast");
    }
}
