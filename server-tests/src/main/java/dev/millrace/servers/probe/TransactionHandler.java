package dev.millrace.servers.probe;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.Transactional;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;

/** Stores the message's text, and fails on the first delivery, in its body or in the commit, if the text says so. */
@ApplicationScoped
public class TransactionHandler {

    @Inject
    Rows rows;

    @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
    TransactionSynchronizationRegistry transaction;

    @Inject
    MessageBroker broker;

    @Inject
    Event<Stored> stored;

    @Transactional
    @Consumes(topic = "tx", group = "probe", retryAfter = "200ms")
    void handle(String text, BrokerMessage message) {
        rows.insert(text);
        rows.insert(text + " " + message.deliveries());
        broker.publish("within", text + " " + message.deliveries());
        stored.fire(new Stored(text + " " + message.deliveries()));
        if (message.deliveries() == 1 && text.startsWith("throw")) {
            Probe.journal("tx throws " + text);
            throw new IllegalStateException("told to fail: " + text);
        }
        if (message.deliveries() == 1 && text.startsWith("commit")) {
            transaction.registerInterposedSynchronization(new Refusal());
        }
        Probe.journal("tx returns " + text + " " + message.deliveries());
    }

    void publish(@Observes(during = TransactionPhase.AFTER_SUCCESS) Stored event) {
        broker.publish("committed", event.text());
    }

    /** What is told once it is committed. */
    record Stored(String text) {}

    /** Lets the commit fail when the handler has returned. */
    private static final class Refusal implements Synchronization {

        @Override
        public void beforeCompletion() {
            throw new IllegalStateException("told to fail in the commit");
        }

        @Override
        public void afterCompletion(int status) {}
    }
}
