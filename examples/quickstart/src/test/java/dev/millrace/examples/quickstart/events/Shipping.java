package dev.millrace.examples.quickstart.events;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.Consumes;

@ApplicationScoped
class Shipping {

    @Inject
    Parcels parcels;

    @Consumes(topic = "orders", group = "shipping", event = "order.placed")
    void onPlaced(OrderPlaced order) {
        parcels.prepare(order.orderId());
    }

    @Consumes(topic = "orders", group = "shipping", event = "order.cancelled")
    void onCancelled(OrderCancelled order) {
        parcels.drop(order.orderId());
    }
}
