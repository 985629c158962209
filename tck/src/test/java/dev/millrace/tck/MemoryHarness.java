package dev.millrace.tck;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

import dev.millrace.Broker;
import dev.millrace.memory.ManualClock;
import dev.millrace.memory.MemoryBroker;
import org.jspecify.annotations.Nullable;

/** The memory broker under a clock that only the kit moves. */
class MemoryHarness implements BrokerHarness {

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-11-29T12:00:00Z"));
    private @Nullable MemoryBroker root;

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.CRASH, Capability.STEPPED_TIME);
    }

    @Override
    public Broker open(String consumer, BrokerConfig config) {
        if (root == null) {
            root = MemoryBroker.builder()
                    .clock(clock)
                    .consumerName("root")
                    .retryPolicy(config.retryPolicy())
                    .claimAfter(config.claimAfter())
                    .shutdownTimeout(config.shutdownTimeout())
                    .retention(topic -> config.retention())
                    .build();
        }
        return root.replica(consumer);
    }

    @Override
    public void crash(Broker replica) {
        ((MemoryBroker) replica).crash();
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void advance(Duration time) {
        clock.advance(time);
    }

    @Override
    public Duration gap() {
        return Duration.ofSeconds(5);
    }

    @Override
    public Duration claimAfter() {
        return Duration.ofSeconds(60);
    }

    @Override
    public void close() {
        if (root != null) {
            root.close();
        }
    }
}
