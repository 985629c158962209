package dev.millrace.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

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

/** Gives out the handlers it is given, so that they can be called on the thread that measures. */
final class CapturingBroker implements Broker {

    private final Map<String, DeliveryHandler> handlers = new ConcurrentHashMap<>();

    DeliveryHandler handlerOf(String topic) {
        DeliveryHandler handler = handlers.get(topic);
        if (handler == null) {
            throw new IllegalStateException("no handler of " + topic + " was started");
        }
        return handler;
    }

    @Override
    public PullConsumer consumer(String topic, ConsumerOptions options) {
        throw new UnsupportedOperationException("nothing is pulled here");
    }

    @Override
    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        handlers.put(topic, handler);
        return new NoSubscription(topic, options.group());
    }

    @Override
    public BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler) {
        throw new UnsupportedOperationException("this broker has no broadcast");
    }

    @Override
    public List<BrokerMessage> history(String topic, int count) {
        throw new UnsupportedOperationException("this broker has no history");
    }

    @Override
    public boolean drain(Duration timeout) {
        return true;
    }

    @Override
    public void close() {}

    @Override
    public String publish(OutgoingMessage message) {
        throw new UnsupportedOperationException("nothing is published here");
    }

    @Override
    public CompletionStage<String> publishAsync(OutgoingMessage message) {
        throw new UnsupportedOperationException("nothing is published here");
    }

    @Override
    public DeadLetters deadLetters(String topic) {
        throw new UnsupportedOperationException("nothing dies here");
    }

    private record NoSubscription(String topic, String group) implements Subscription {

        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public boolean awaitIdle(Duration timeout) {
            return true;
        }

        @Override
        public void close() {}
    }
}
