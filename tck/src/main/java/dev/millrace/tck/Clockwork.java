package dev.millrace.tck;

import java.time.Duration;
import java.util.UUID;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.Subscription;

/** Lets time pass, and knows that it has: a message that fails is due again exactly then. */
record Clockwork(BrokerHarness harness) {

    /** The replica it works on, apart from those of the test. */
    static final String CONSUMER = "clockwork";

    void pass(Duration time, Broker broker, RecordingHandler handler) {
        // Time that is stepped must not jump over what a broker does, or wrongly does, in between.
        Duration longest = harness.capabilities().contains(Capability.STEPPED_TIME)
                ? harness.gap().dividedBy(2)
                : time;
        handler.otherwise(Reactions.throwingUpTo(1));
        Duration left = time;
        while (!left.isZero()) {
            Duration step = left.compareTo(longest) < 0 ? left : longest;
            tick(step, broker, handler);
            left = left.minus(step);
        }
    }

    private void tick(Duration step, Broker broker, RecordingHandler handler) {
        String topic = CONSUMER + "-" + UUID.randomUUID();
        ConsumerOptions options =
                ConsumerOptions.group(CONSUMER).retryAfter(step).maxDeliveries(2);
        try (Subscription subscription = broker.consume(topic, options, handler)) {
            broker.publish(topic, topic);
            handler.awaitEnded(topic);
            awaitSettled(subscription);
            harness.advance(step);
            handler.awaitEnded(topic, 2);
            awaitSettled(subscription);
        }
    }

    private void awaitSettled(Subscription subscription) {
        if (!subscription.awaitIdle(harness.patience())) {
            throw new AssertionError("the clockwork was not idle within " + harness.patience() + ".");
        }
    }
}
