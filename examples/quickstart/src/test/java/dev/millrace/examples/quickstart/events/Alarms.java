package dev.millrace.examples.quickstart.events;

import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
class Alarms {

    private final AtomicInteger raised = new AtomicInteger();

    void raise(String item, RuntimeException failure) {
        raised.incrementAndGet();
    }

    int raised() {
        return raised.get();
    }
}
