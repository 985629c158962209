package dev.millrace.cdi;

import java.io.Serializable;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import jakarta.enterprise.inject.spi.CDI;

import dev.millrace.BroadcastSubscription;
import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.PullConsumer;
import dev.millrace.SubscriberOptions;
import dev.millrace.Topic;
import dev.millrace.TypeToken;
import org.jspecify.annotations.Nullable;

/** A topic as it is injected: opens the broker on first use (HND-8), and may be passivated with the bean it is in. */
final class InjectedTopic implements Topic<Object>, Serializable {

    private static final long serialVersionUID = 1L;

    private final String name;

    @SuppressWarnings("serial") // A class, or made by TypeArguments.
    private final Type payload;

    private final transient @Nullable Supplier<ConsumerRegistry> registry;
    private transient volatile @Nullable Topic<?> opened;

    InjectedTopic(String name, Type payload, Supplier<ConsumerRegistry> registry) {
        this.name = name;
        this.payload = payload;
        this.registry = registry;
    }

    @SuppressWarnings("unchecked")
    private Topic<Object> opened() {
        Topic<?> existing = opened;
        if (existing == null) {
            // Without a supplier it was passivated; containers can say which application calls then.
            ConsumerRegistry consumers = registry != null
                    ? registry.get()
                    : CDI.current().select(ConsumerRegistry.class).get();
            existing = consumers.topic(name, TypeToken.of(payload));
            opened = existing;
        }
        return (Topic<Object>) existing;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String emit(Object message, Map<String, String> headers) {
        return opened().emit(message, headers);
    }

    @Override
    public CompletionStage<String> emitAsync(Object message, Map<String, String> headers) {
        return opened().emitAsync(message, headers);
    }

    @Override
    public BroadcastSubscription subscribe(SubscriberOptions options, Handler<? super Object> handler) {
        return opened().subscribe(options, handler);
    }

    @Override
    public List<Object> history(int count) {
        return opened().history(count);
    }

    @Override
    public PullConsumer consumer(ConsumerOptions options) {
        return opened().consumer(options);
    }

    @Override
    public Object payload(BrokerMessage message) {
        return opened().payload(message);
    }

    @Override
    public String toString() {
        return "Topic[" + name + ", " + payload.getTypeName() + "]";
    }
}
