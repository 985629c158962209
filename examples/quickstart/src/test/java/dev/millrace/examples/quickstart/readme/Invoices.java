package dev.millrace.examples.quickstart.readme;

import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
class Invoices {

    private final Set<String> ids = new ConcurrentSkipListSet<>();

    void createFor(Order order) {
        ids.add(order.id());
    }

    Set<String> ids() {
        return ids;
    }
}
