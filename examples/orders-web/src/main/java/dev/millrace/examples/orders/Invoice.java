package dev.millrace.examples.orders;

import java.math.BigDecimal;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** One order's invoice. The order's id is the key, so that an order cannot be billed twice. */
@Entity
@Table(name = "shop_invoice")
public class Invoice {

    @Id
    @Column(name = "order_id", length = 64)
    private String order;

    @Column(nullable = false)
    private String shop;

    @Column(nullable = false, precision = 19, scale = 2)
    private BigDecimal total;

    @Column(name = "trace_id")
    private String trace;

    /** For JPA. */
    @SuppressWarnings("NullAway.Init")
    protected Invoice() {}

    Invoice(String order, String shop, BigDecimal total, String trace) {
        this.order = order;
        this.shop = shop;
        this.total = total;
        this.trace = trace;
    }

    String order() {
        return order;
    }

    String shop() {
        return shop;
    }

    BigDecimal total() {
        return total;
    }

    String trace() {
        return trace;
    }
}
