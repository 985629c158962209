package dev.millrace.cdi;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

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
import dev.millrace.memory.MemoryBroker;

/** A memory broker that counts how it is opened and closed. */
class CountingBroker implements Broker {

    static final AtomicInteger OPENED = new AtomicInteger();
    static final AtomicInteger CLOSED = new AtomicInteger();

    private final Broker broker = MemoryBroker.create();

    CountingBroker() {
        OPENED.incrementAndGet();
    }

    static void reset() {
        OPENED.set(0);
        CLOSED.set(0);
    }

    @Override
    public String publish(OutgoingMessage message) {
        return broker.publish(message);
    }

    @Override
    public CompletionStage<String> publishAsync(OutgoingMessage message) {
        return broker.publishAsync(message);
    }

    @Override
    public DeadLetters deadLetters(String topic) {
        return broker.deadLetters(topic);
    }

    @Override
    public PullConsumer consumer(String topic, ConsumerOptions options) {
        return broker.consumer(topic, options);
    }

    @Override
    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        return broker.consume(topic, options, handler);
    }

    @Override
    public BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler) {
        return broker.subscribe(topic, options, handler);
    }

    @Override
    public List<BrokerMessage> history(String topic, int count) {
        return broker.history(topic, count);
    }

    @Override
    public boolean drain(Duration timeout) {
        return broker.drain(timeout);
    }

    @Override
    public void close() {
        CLOSED.incrementAndGet();
        broker.close();
    }
}
