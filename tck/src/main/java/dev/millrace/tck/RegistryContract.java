package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.millrace.BroadcastSubscription;
import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.OutgoingMessage;
import dev.millrace.Overflow;
import dev.millrace.Subscription;
import dev.millrace.TraceContext;

/** Consuming by hand, through a registry. */
public interface RegistryContract extends Theme {

    @Assertion("REG-1")
    default void registryGivesEachMessageItsTrace(Bench bench) throws Exception {
        TraceContext publisher = TraceContext.create();
        CompletableFuture<TraceContext> handled = new CompletableFuture<>();
        try (ConsumerRegistry consumers = new ConsumerRegistry(bench.broker())) {
            consumers.consume(bench.topic(), bench.options(), message -> handled.complete(TraceContext.current()));

            bench.publish(OutgoingMessage.to(bench.topic(), "order").headers(publisher.outboundHeaders()));

            TraceContext trace = handled.get(bench.patience().toSeconds(), TimeUnit.SECONDS);
            assertThat(trace.traceId()).isEqualTo(publisher.traceId());
            assertThat(trace.spanId()).isNotEqualTo(publisher.spanId());
        }
    }

    @Assertion("REG-1")
    default void messageWithoutATraceGetsANewOne(Bench bench) throws Exception {
        CompletableFuture<Map<String, String>> handled = new CompletableFuture<>();
        try (ConsumerRegistry consumers = new ConsumerRegistry(bench.broker())) {
            consumers.consume(
                    bench.topic(),
                    bench.options(),
                    message -> handled.complete(TraceContext.current().outboundHeaders()));

            bench.publish("order");

            assertThat(handled.get(bench.patience().toSeconds(), TimeUnit.SECONDS))
                    .containsKey("traceparent");
        }
    }

    @Assertion("REG-1")
    default void drainOfARegistryFinishesWhatIsInHand(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().otherwise(gate.holding());
        try (ConsumerRegistry consumers = new ConsumerRegistry(bench.broker())) {
            consumers.consumeDeliveries(bench.topic(), ConsumerOptions.group("billing"), handler);
            consumers.consumeDeliveries(bench.topic(), ConsumerOptions.group("shipping"), handler);
            bench.publish("order");
            handler.awaitInHand(2);
            consumers.pause();
            gate.open();

            assertThat(consumers.drain(bench.patience())).isTrue();

            assertThat(handler.inHand()).isZero();
        }
    }

    @Assertion({"REG-1", "DRN-2"})
    default void resumedSubscriptionsOfAPausedRegistryStartNothing(Bench bench) {
        RecordingHandler handler = bench.handler();
        RecordingHandler other = bench.handler();
        bench.consume(ConsumerOptions.group("other"), other);
        try (ConsumerRegistry consumers = new ConsumerRegistry(bench.broker())) {
            Subscription consumer = consumers.consumeDeliveries(bench.topic(), bench.options(), handler);
            Subscription subscriber = consumers.subscribeDeliveries(bench.topic(), BroadcastContract.ALL, handler);
            consumers.pause();

            consumer.resume();
            subscriber.resume();

            bench.publish("order");
            bench.awaitMarker(other);
            bench.pass(bench.gap());
            assertThat(handler.seen()).isEmpty();
        }
    }

    @Assertion("REG-1")
    default void registryThatOutlivesItsDeadlineSaysSo(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler handler = bench.handler().otherwise(gate.holding());
        try (ConsumerRegistry consumers = new ConsumerRegistry(bench.broker())) {
            consumers.consumeDeliveries(bench.topic(), bench.options(), handler);
            bench.publish("order");
            handler.awaitInHand(1);

            assertThat(consumers.drain(Duration.ZERO)).isFalse();
        }
    }

    @Assertion("REG-1")
    default void drainReleasesTheThreadThatAwaitsTheClose(Bench bench) throws Exception {
        try (ConsumerRegistry consumers = new ConsumerRegistry(bench.broker())) {
            consumers.consume(bench.topic(), bench.options(), message -> {});
            Thread waiting = new Thread(() -> {
                try {
                    consumers.awaitClose();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            waiting.start();

            consumers.drain(bench.patience());

            waiting.join(bench.patience().toMillis());
            assertThat(waiting.isAlive()).isFalse();
        }
    }

    @Assertion("REG-1")
    default void registryDoesNotKeepASubscriberThatFailed(Bench bench) {
        bench.publish("order 1", "order 2", "order 3");
        try (ConsumerRegistry consumers = new ConsumerRegistry(bench.broker())) {
            for (int i = 0; i < 2; i++) {
                subscribeAndFail(bench, consumers);
            }

            Subscription next = consumers.subscribeDeliveries(bench.topic(), BroadcastContract.ALL, bench.handler());

            assertThat(consumers.subscriptions()).containsExactly(next);
        }
    }

    private static void subscribeAndFail(Bench bench, ConsumerRegistry consumers) {
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().otherwise(gate.holding());
        BroadcastSubscription failing = consumers.subscribeDeliveries(
                bench.topic(), BroadcastContract.ALL.buffer(1).overflow(Overflow.FAIL), slow);
        slow.await("the subscriber to fail", () -> failing.failure().isPresent());
        gate.open();
        assertThat(failing.awaitIdle(bench.patience())).isTrue();
    }
}
