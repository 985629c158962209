package dev.millrace.examples.orders;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;

/** Reads what the handlers stored. */
@ApplicationScoped
@Transactional
public class Books {

    @PersistenceContext
    EntityManager entities;

    Optional<OrderStatus> find(String id) {
        Invoice invoice = entities.find(Invoice.class, id);
        Shipment shipment = entities.find(Shipment.class, id);
        return invoice == null && shipment == null
                ? Optional.empty()
                : Optional.of(OrderStatus.of(id, invoice, shipment));
    }

    List<OrderStatus> all() {
        Map<String, Invoice> invoices = byOrder(Invoice.class, Invoice::order);
        Map<String, Shipment> shipments = byOrder(Shipment.class, Shipment::order);
        TreeSet<String> orders = new TreeSet<>(invoices.keySet());
        orders.addAll(shipments.keySet());
        return orders.stream()
                .map(order -> OrderStatus.of(order, invoices.get(order), shipments.get(order)))
                .toList();
    }

    private <T> Map<String, T> byOrder(Class<T> type, Function<T, String> order) {
        return entities.createQuery("select e from " + type.getSimpleName() + " e", type).getResultList().stream()
                .collect(Collectors.toMap(order, Function.identity()));
    }
}
