package dev.millrace.tck;

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

/** A sound broker, to be broken in one place by a subclass. */
class BrokenBroker implements Broker {

    final Broker sound;

    BrokenBroker(Broker sound) {
        this.sound = sound;
    }

    @Override
    public String publish(OutgoingMessage message) {
        return sound.publish(message);
    }

    @Override
    public CompletionStage<String> publishAsync(OutgoingMessage message) {
        return sound.publishAsync(message);
    }

    @Override
    public DeadLetters deadLetters(String topic) {
        return sound.deadLetters(topic);
    }

    @Override
    public PullConsumer consumer(String topic, ConsumerOptions options) {
        return sound.consumer(topic, options);
    }

    @Override
    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        return sound.consume(topic, options, handler);
    }

    @Override
    public BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler) {
        return sound.subscribe(topic, options, handler);
    }

    @Override
    public List<BrokerMessage> history(String topic, int count) {
        return sound.history(topic, count);
    }

    @Override
    public boolean drain(Duration timeout) {
        return sound.drain(timeout);
    }

    @Override
    public void close() {
        sound.close();
    }
}
