package dev.millrace.servers.stock;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** How much there is of something. */
@Entity
@Table(name = "stock_item")
public class Item {

    @Id
    @Column(length = 64)
    private String name;

    private int amount;

    /** For JPA. */
    @SuppressWarnings("NullAway.Init")
    protected Item() {}

    Item(String name, int amount) {
        this.name = name;
        this.amount = amount;
    }

    int amount() {
        return amount;
    }
}
