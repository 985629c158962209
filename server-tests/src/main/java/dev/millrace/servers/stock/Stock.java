package dev.millrace.servers.stock;

import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;

/** Keeps items in the server's default data source. */
@ApplicationScoped
@Transactional
public class Stock {

    @PersistenceContext
    EntityManager entities;

    Optional<Integer> amount(String name) {
        return Optional.ofNullable(entities.find(Item.class, name)).map(Item::amount);
    }

    void store(String name, int amount) {
        entities.merge(new Item(name, amount));
    }
}
