package dev.millrace.cdi;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import dev.millrace.BroadcastSubscription;
import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetters;
import dev.millrace.DeliveryHandler;
import dev.millrace.OutgoingMessage;
import dev.millrace.PullConsumer;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscription;

/** The broker under {@code millrace.enabled=false}: every use says so (HND-9). */
final class DisabledBroker implements Broker {

    private static IllegalStateException refusal() {
        return new IllegalStateException(Problems.disabled());
    }

    @Override
    public String publish(OutgoingMessage message) {
        throw refusal();
    }

    @Override
    public CompletionStage<String> publishAsync(OutgoingMessage message) {
        throw refusal();
    }

    @Override
    public DeadLetters deadLetters(String topic) {
        throw refusal();
    }

    @Override
    public PullConsumer consumer(String topic, ConsumerOptions options) {
        throw refusal();
    }

    @Override
    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        throw refusal();
    }

    @Override
    public BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler) {
        throw refusal();
    }

    @Override
    public List<BrokerMessage> history(String topic, int count) {
        throw refusal();
    }

    @Override
    public boolean drain(Duration timeout) {
        return true;
    }

    @Override
    public void close() {
        // There is nothing to let go of.
    }
}
