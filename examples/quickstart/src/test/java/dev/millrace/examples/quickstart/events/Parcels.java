package dev.millrace.examples.quickstart.events;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
class Parcels {

    private final Set<String> prepared = new ConcurrentSkipListSet<>();

    void prepare(String orderId) {
        prepared.add(orderId);
    }

    void drop(String orderId) {
        prepared.remove(orderId);
    }

    Set<String> prepared() {
        return prepared;
    }
}
