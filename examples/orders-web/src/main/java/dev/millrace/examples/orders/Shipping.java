package dev.millrace.examples.orders;

import java.util.Set;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

import dev.millrace.Consumes;
import dev.millrace.TraceContext;

/** Ships each order once. A session bean: its methods run in a transaction unless they say otherwise. */
@Stateless
public class Shipping {

    private static final Set<String> COUNTRIES = Set.of("AT", "BE", "CH", "DE", "DK", "ES", "FR", "IT", "NL", "PL");

    @PersistenceContext
    EntityManager entities;

    @Inject
    TraceContext trace;

    /** An order to elsewhere becomes a dead letter at once, since waiting opens no border. */
    @Consumes(topic = Topics.PLACED, group = "shipping", deadLetterOn = UndeliverableException.class)
    public void ship(Order order) {
        if (!COUNTRIES.contains(order.country())) {
            throw new UndeliverableException(order);
        }
        if (entities.find(Shipment.class, order.id()) == null) {
            entities.persist(
                    new Shipment(order.id(), order.country(), trace.traceId().orElse("")));
        }
    }
}
