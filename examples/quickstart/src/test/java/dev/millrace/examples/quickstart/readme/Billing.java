package dev.millrace.examples.quickstart.readme;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.Consumes;
import dev.millrace.MessageBroker;

@ApplicationScoped
class Checkout {
    @Inject
    MessageBroker broker;

    String place(Order order) {
        return broker.publish("order.placed", order);
    }
}

@ApplicationScoped
class Billing {
    @Inject
    Invoices invoices;

    @Consumes(topic = "order.placed", group = "billing")
    void charge(Order order) {
        invoices.createFor(order);
    }
}
