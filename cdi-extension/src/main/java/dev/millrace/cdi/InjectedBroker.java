package dev.millrace.cdi;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.DeadLetters;
import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.PullConsumer;

/** The broker as it is injected: opened on first use (HND-8), and only what an application may do with it (REG-2). */
class InjectedBroker implements MessageBroker {

    private final BrokerSource source;
    private final Supplier<ConsumerRegistry> registry;

    /** For OpenWebBeans, whose proxy is a subclass and never uses it. */
    InjectedBroker() {
        this(new BrokerSource(), () -> {
            throw new IllegalStateException(Problems.closed());
        });
    }

    /**
     * The injected broker.
     *
     * @param registry the one that is drained with the application
     */
    InjectedBroker(BrokerSource source, Supplier<ConsumerRegistry> registry) {
        this.source = source;
        this.registry = registry;
    }

    @Override
    public String publish(OutgoingMessage message) {
        return source.open().publish(message);
    }

    @Override
    public CompletionStage<String> publishAsync(OutgoingMessage message) {
        return source.open().publishAsync(message);
    }

    @Override
    public DeadLetters deadLetters(String topic) {
        return source.open().deadLetters(topic);
    }

    /** Drained with the application, as what is consumed by hand (DRN-2). */
    @Override
    public PullConsumer consumer(String topic, ConsumerOptions options) {
        return registry.get().consumer(topic, options);
    }
}
