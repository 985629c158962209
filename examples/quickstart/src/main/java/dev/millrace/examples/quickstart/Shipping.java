package dev.millrace.examples.quickstart;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.Consumes;

/** Sends each order. Trying again does not make an address better, so that one becomes a dead letter at once. */
@ApplicationScoped
class Shipping {

    private static final Set<String> NOT_SERVED = Set.of("AQ", "BV", "HM");

    private final Set<String> parcels = ConcurrentHashMap.newKeySet();

    @Inject
    Work work;

    @Reported
    @Consumes(
            topic = Topics.PLACED,
            group = Topics.SHIPPING,
            concurrency = 4,
            deadLetterOn = OrderException.UnknownAddress.class)
    void send(Order order) {
        work.perform();
        if (NOT_SERVED.contains(order.address().country())) {
            throw new OrderException.UnknownAddress(order);
        }
        parcels.add(order.id());
    }
}
