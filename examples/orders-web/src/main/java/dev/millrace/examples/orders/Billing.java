package dev.millrace.examples.orders;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;

import dev.millrace.Consumes;
import dev.millrace.TraceContext;

/** Bills each order once, in a transaction: the message is acked after the commit. */
@ApplicationScoped
public class Billing {

    @PersistenceContext
    EntityManager entities;

    @Inject
    Shop shop;

    @Inject
    TraceContext trace;

    @Transactional
    @Consumes(topic = Topics.PLACED, group = "billing")
    void bill(Order order) {
        // A message may come twice. Two replicas at the same time meet in the primary key: one commit fails, its
        // message comes again, and finds the invoice.
        if (entities.find(Invoice.class, order.id()) == null) {
            entities.persist(new Invoice(
                    order.id(), shop.name(), order.total(), trace.traceId().orElse("")));
        }
    }
}
