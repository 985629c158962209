package dev.millrace.examples.quickstart.events;

import java.util.Optional;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import dev.millrace.ConsumerOptions;
import dev.millrace.cdi.EventBridge;

@ApplicationScoped
class Shelves {

    @Inject
    EventBridge bridge;

    @Inject
    Labels labels;

    void start(@Observes @Initialized(ApplicationScoped.class) Object started) {
        bridge.replay("prices", ConsumerOptions.group("shelves").concurrency(4), PriceChanged.class);
    }

    void relabel(@Observes PriceChanged price) {
        Optional<Integer> before = bridge.previous(Integer.class);
        labels.print(price.item(), price.cents(), before.orElse(price.cents()));
    }
}
