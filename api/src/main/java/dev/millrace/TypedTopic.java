package dev.millrace;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A topic of a broker, whose subscribers are a registry's. */
final class TypedTopic<T> implements Topic<T> {

    private final String name;
    private final Type type;
    private final Broker broker;
    private final ConsumerRegistry registry;

    TypedTopic(String name, TypeToken<?> type, Broker broker, ConsumerRegistry registry) {
        this.name = Require.notBlank("topic", name);
        this.type = Require.notNull("type of topic " + name, type).type();
        this.broker = broker;
        this.registry = registry;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String emit(T payload, Map<String, String> headers) {
        return broker.publish(name, payload, headers);
    }

    @Override
    public CompletionStage<String> emitAsync(T payload, Map<String, String> headers) {
        return broker.publishAsync(OutgoingMessage.to(name, payload).headers(headers));
    }

    @Override
    public BroadcastSubscription subscribe(SubscriberOptions options, Handler<? super T> handler) {
        Require.notNull("handler of topic " + name, handler);
        return registry.subscribe(name, options, message -> handler.handle(payload(message), message));
    }

    @Override
    public List<T> history(int count) {
        return broker.history(name, count).stream().map(this::payload).toList();
    }

    @Override
    public PullConsumer consumer(ConsumerOptions options) {
        return registry.consumer(name, options);
    }

    @Override
    @SuppressWarnings("unchecked")
    public T payload(BrokerMessage message) {
        Require.notNull("message of topic " + name, message);
        if (type == String.class || type == CharSequence.class) {
            return (T) message.text();
        }
        return (T) (type == byte[].class ? message.payload() : message.json(TypeToken.of(type)));
    }

    @Override
    public String toString() {
        return "Topic[" + name + ", " + type.getTypeName() + "]";
    }
}
