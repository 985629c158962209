package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import dev.millrace.AckMode;
import dev.millrace.Codecs;
import dev.millrace.ConsumerOptions;
import dev.millrace.PayloadCodec;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import dev.millrace.redis.internal.policy.Lease;
import dev.millrace.redis.internal.policy.RepairCadence;
import dev.millrace.spi.HandlerSlots;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupConsumerTest {

    private final FakeStreams streams = new FakeStreams();
    private final HandlerSlots slots = new HandlerSlots(
            "billing",
            1,
            AckMode.AUTO,
            delivery -> CompletableFuture.completedFuture(null),
            HandlerSlots.daemonThreads("billing"),
            () -> {});

    @AfterEach
    void close() {
        slots.close();
        streams.close();
    }

    private GroupConsumer consumer() {
        TopicKeys keys = new TopicKeys("", ".dead");
        Endpoint endpoint = Endpoint.of(URI.create("redis://localhost:6379"));
        Duration claimAfter = Duration.ofSeconds(60);
        Outage outage = new Outage(endpoint, Lease.of(claimAfter));
        Shared shared = new Shared(
                streams,
                keys,
                new ConsumerName(streams, keys, endpoint, Optional.of("worker")),
                outage,
                new LeaseKeeper(Lease.of(claimAfter), outage),
                new Closing(),
                Codecs.everywhere(PayloadCodec.jsonb()),
                RetryPolicy.DEFAULT,
                claimAfter,
                Duration.ofSeconds(1),
                100,
                new AtomicLong(),
                new Trimming(streams, keys, topic -> Retention.DEFAULT));
        Turns turns = new Turns(new RepairCadence(Duration.ofSeconds(5), Duration.ofSeconds(1)), new Due());
        return new GroupConsumer(shared, "orders", ConsumerOptions.group("billing"), "", slots, turns, due -> {});
    }

    @Test
    void pauseThatMeetsAResumeLeavesTheConsumerPausedOrRunning() {
        GroupConsumer consumer = consumer();
        for (int round = 0; round < 500; round++) {
            atOnce(consumer::pause, consumer::resume);
            // Its first pass is due from the beginning, unless it is paused.
            assertThat(consumer.isPassDue())
                    .describedAs("goes by its slots in round %s", round)
                    .isEqualTo(slots.free() > 0);
        }
    }

    private static void atOnce(Runnable one, Runnable other) {
        AtomicInteger missing = new AtomicInteger(2);
        CompletableFuture<Void> done = CompletableFuture.runAsync(() -> runOnceBothAreThere(missing, one));
        runOnceBothAreThere(missing, other);
        done.join();
    }

    private static void runOnceBothAreThere(AtomicInteger missing, Runnable action) {
        missing.decrementAndGet();
        while (missing.get() > 0) {
            Thread.onSpinWait();
        }
        action.run();
    }
}
