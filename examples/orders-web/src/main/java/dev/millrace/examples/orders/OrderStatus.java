package dev.millrace.examples.orders;

import java.math.BigDecimal;

import org.jspecify.annotations.Nullable;

/**
 * What became of an order so far. Each handler stores the trace that it ran in, which is that of the request
 * that placed the order.
 */
public record OrderStatus(
        String order, @Nullable Billed billed, @Nullable Shipped shipped) {

    /** What the billing handler stored. */
    public record Billed(String shop, BigDecimal total, String trace) {}

    /** What the shipping handler stored. */
    public record Shipped(String country, String trace) {}

    static OrderStatus of(String order, @Nullable Invoice invoice, @Nullable Shipment shipment) {
        return new OrderStatus(
                order,
                invoice == null ? null : new Billed(invoice.shop(), invoice.total(), invoice.trace()),
                shipment == null ? null : new Shipped(shipment.country(), shipment.trace()));
    }
}
