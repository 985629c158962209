package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.Codecs;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.PayloadCodec;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.stream.FakeServer.Fault;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One reader for two topics: what goes wrong with one is not the other's matter. */
class ReadForSeveralTest {

    private final AtomicBoolean refusing = new AtomicBoolean();
    private final AtomicInteger refusals = new AtomicInteger();
    private final FakeStreams streams = new FakeStreams() {
        @Override
        public List<String> renew(StreamGroup group, String consumer, Collection<String> ids) {
            if (refusing.get() && group.key().equals("refused")) {
                refusals.incrementAndGet();
                throw new Refused("NOPERM this user has no permissions to run the 'xclaim' command", null);
            }
            return super.renew(group, consumer, ids);
        }
    };
    private final TopicKeys keys = new TopicKeys("", ".dead");
    private final Queue<String> handled = new ConcurrentLinkedQueue<>();
    private final CountDownLatch gate = new CountDownLatch(1);

    /** So short that what is held for a moment must be renewed before it starts. */
    private final Consumers consumers = new Consumers(
            streams,
            keys,
            Endpoint.of(URI.create("redis://localhost:6379")),
            Codecs.everywhere(PayloadCodec.jsonb()),
            new Consumers.Rules(
                    Optional.empty(),
                    new RetryPolicy(3, Duration.ofHours(1)),
                    Duration.ofMillis(90),
                    Duration.ofHours(1),
                    100,
                    new Trimming(streams, keys, topic -> Retention.DEFAULT)));

    @AfterEach
    void close() {
        gate.countDown();
        Subscription.drain(consumers.subscriptions(), Duration.ofSeconds(5));
        consumers.close();
        streams.close();
    }

    private final DeliveryHandler recording = delivery -> {
        handled.add(delivery.message().text());
        if (delivery.message().text().equals("slow")) {
            gate.await();
        }
        return CompletableFuture.completedFuture(null);
    };

    private void publish(String topic, String text) {
        streams.add(topic, Map.of("payload", text.getBytes(StandardCharsets.UTF_8)));
    }

    private void awaitHandled(String text) {
        Eventually.await(text + " handled", () -> handled.contains(text), handled::toString);
    }

    @Test
    void topicWhoseLeasesCannotBeRenewedDoesNotStopTheOthers() {
        consumers.consume("refused", ConsumerOptions.group("billing"), recording);
        consumers.consume("other", ConsumerOptions.group("billing"), recording);
        publish("refused", "quick");
        awaitHandled("quick");
        publish("refused", "slow");
        awaitHandled("slow");
        refusing.set(true);
        publish("refused", "held");
        Eventually.await("a lease that may have run out", () -> refusals.get() >= 4);
        gate.countDown();

        for (int i = 1; i <= 5; i++) {
            publish("other", "other " + i);
            awaitHandled("other " + i);
        }
        refusing.set(false);
        Eventually.await("held handled", () -> {
            // The reader waits by this clock until it looks at the topic again.
            streams.advance(Duration.ofMillis(10));
            return handled.contains("held");
        });
    }

    @Test
    void replyIsTakenInForAllTopicsThoughTheServerIsLostInTheMiddle() {
        ConsumerOptions once = ConsumerOptions.group("billing").maxDeliveries(1).concurrency(2);
        List<String> topics = List.of("one", "two");
        topics.forEach(topic -> consumers.consume(topic, once, recording));
        streams.script("deadLetter", Fault.REQUEST_LOST, Fault.REQUEST_LOST);
        streams.observe(step -> {
            if (step.equals("deadLetter")) {
                // From here on what was read counts as old.
                streams.advance(Duration.ofMinutes(1));
            }
        });
        synchronized (streams) {
            for (String topic : topics) {
                streams.add(topic, Map.of("nothing", new byte[0]));
                publish(topic, "good " + topic);
            }
        }
        awaitHandled("good one");
        awaitHandled("good two");
        Eventually.await(
                "the malformed ones given up",
                () -> topics.stream().allMatch(topic -> streams.isDone(new StreamGroup(topic, "billing"))));
        assertThat(topics)
                .allSatisfy(topic ->
                        assertThat(streams.range(topic + ".dead", "-", "+", 10)).hasSize(1));
    }
}
