package dev.millrace.examples.orders;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** One order's parcel. The order's id is the key, so that an order cannot be sent twice. */
@Entity
@Table(name = "shop_shipment")
public class Shipment {

    @Id
    @Column(name = "order_id", length = 64)
    private String order;

    @Column(nullable = false, length = 2)
    private String country;

    @Column(name = "trace_id")
    private String trace;

    /** For JPA. */
    @SuppressWarnings("NullAway.Init")
    protected Shipment() {}

    Shipment(String order, String country, String trace) {
        this.order = order;
        this.country = country;
        this.trace = trace;
    }

    String order() {
        return order;
    }

    String country() {
        return country;
    }

    String trace() {
        return trace;
    }
}
