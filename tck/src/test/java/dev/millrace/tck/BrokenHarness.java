package dev.millrace.tck;

import java.time.Duration;
import java.util.function.UnaryOperator;

import dev.millrace.Broker;

/** Memory brokers that are broken, all but the clockwork's, since a test must not fail for want of time. */
class BrokenHarness extends MemoryHarness {

    private final UnaryOperator<Broker> breaking;

    BrokenHarness(UnaryOperator<Broker> breaking) {
        this.breaking = breaking;
    }

    @Override
    public Broker open(String consumer, BrokerConfig config) {
        Broker sound = super.open(consumer, config);
        return consumer.equals(Clockwork.CONSUMER) ? sound : breaking.apply(sound);
    }

    @Override
    public void crash(Broker replica) {
        super.crash(((BrokenBroker) replica).sound);
    }

    /** Short, since most of what these brokers are asked for never comes. */
    @Override
    public Duration patience() {
        return Duration.ofSeconds(1);
    }
}
