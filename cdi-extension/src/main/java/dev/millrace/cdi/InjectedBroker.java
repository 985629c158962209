package dev.millrace.cdi;

import java.util.concurrent.CompletionStage;

import dev.millrace.DeadLetters;
import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;

/** The broker as it is injected: opened on first use (HND-8), and only what an application may do with it (REG-2). */
class InjectedBroker implements MessageBroker {

    private final BrokerSource source;

    /** For OpenWebBeans, whose proxy is a subclass and never uses it. */
    InjectedBroker() {
        this(new BrokerSource());
    }

    InjectedBroker(BrokerSource source) {
        this.source = source;
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
}
