package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import dev.millrace.Codecs;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.PayloadCodec;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import dev.millrace.redis.fixture.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader whose reads wait for an hour, by a clock that stands still: only what wakes it gets it on. */
class ReaderCycleTest {

    private static final int STEPS = 12;

    private final FakeStreams streams = new FakeStreams();
    private final TopicKeys keys = new TopicKeys("", ".dead");
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final Consumers consumers = new Consumers(
            streams,
            keys,
            Endpoint.of(URI.create("redis://localhost:6379")),
            Codecs.everywhere(PayloadCodec.jsonb()),
            new Consumers.Rules(
                    Optional.empty(),
                    new RetryPolicy(3, Duration.ofHours(1)),
                    Duration.ofSeconds(60),
                    Duration.ofHours(1),
                    100,
                    new Trimming(streams, keys, topic -> Retention.DEFAULT)));

    @AfterEach
    void close() {
        Subscription.drain(consumers.subscriptions(), Duration.ofSeconds(5));
        consumers.close();
        streams.close();
    }

    private Subscription consume(String topic) {
        return consume(topic, delivery -> {
            handled.add(delivery.message().text());
            return CompletableFuture.completedFuture(null);
        });
    }

    private Subscription consume(String topic, DeliveryHandler handler) {
        return consumers.consume(topic, ConsumerOptions.group("billing"), handler);
    }

    private void publish(String topic, String text) {
        streams.add(topic, Map.of("payload", text.getBytes(StandardCharsets.UTF_8)));
    }

    private void awaitHandled(String text) {
        Eventually.await(text + " handled", () -> handled.contains(text), handled::toString);
    }

    /** Does something at the nth step from now on, on the thread that makes the step; at last here, if there are fewer. */
    private Runnable atStep(int step, Runnable action) {
        AtomicInteger left = new AtomicInteger(step);
        streams.observe(each -> {
            if (left.decrementAndGet() == 0) {
                action.run();
            }
        });
        return () -> {
            if (left.getAndSet(0) > 0) {
                action.run();
            }
        };
    }

    private static IntStream steps() {
        return IntStream.rangeClosed(1, STEPS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void subscriptionThatGoesOnAtAnyStepIsRead(boolean busy) {
        consume("busy");
        Subscription paused = consume("paused");
        steps().forEach(step -> {
            paused.pause();
            publish("paused", "paused " + step);
            Runnable atLast = atStep(step, paused::resume);
            if (busy) {
                publish("busy", "busy " + step);
                awaitHandled("busy " + step);
            }
            atLast.run();
            awaitHandled("paused " + step);
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void slotThatIsFreedAtAnyStepIsFilled(boolean busy) {
        Queue<CountDownLatch> gates = new ConcurrentLinkedQueue<>();
        consume("busy");
        consume("slow", delivery -> {
            CountDownLatch gate = new CountDownLatch(1);
            gates.add(gate);
            gate.await();
            handled.add(delivery.message().text());
            return CompletableFuture.completedFuture(null);
        });
        publish("slow", "slow 0");
        steps().forEach(step -> {
            Eventually.await("slow one in hand", () -> !gates.isEmpty());
            publish("slow", "slow " + step);
            Runnable atLast = atStep(step, () -> gates.remove().countDown());
            if (busy) {
                publish("busy", "busy " + step);
                awaitHandled("busy " + step);
            }
            atLast.run();
            awaitHandled("slow " + (step - 1));
        });
        Eventually.await("the last in hand", () -> !gates.isEmpty());
        gates.remove().countDown();
        awaitHandled("slow " + STEPS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void subscriptionThatEndsAtAnyStepIsLetGo(boolean busy) {
        consume("busy");
        steps().forEach(step -> {
            Subscription ending = consume("ending " + step);
            CompletableFuture<Void> ended = new CompletableFuture<>();
            Runnable atLast = atStep(
                    step,
                    () -> new Thread(() -> {
                                ending.close();
                                ended.complete(null);
                            })
                            .start());
            if (busy) {
                publish("busy", "busy " + step);
                awaitHandled("busy " + step);
            }
            atLast.run();
            assertThat(ended).succeedsWithin(Duration.ofSeconds(10));
        });
        publish("busy", "after all");
        awaitHandled("after all");
    }
}
