package dev.millrace.examples.quickstart.readme;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import dev.millrace.MessageBroker;

@ApplicationScoped
class Orders {
    @Inject
    MessageBroker broker;

    @Inject
    Event<OrderPlaced> placed;

    @Transactional
    void place(Order order) {
        // … store the order …
        placed.fire(new OrderPlaced(order));
    }

    void publish(@Observes(during = TransactionPhase.AFTER_SUCCESS) OrderPlaced event) {
        broker.publish("order.placed", event.order());
    }
}
