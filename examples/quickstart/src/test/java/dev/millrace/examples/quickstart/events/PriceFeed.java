package dev.millrace.examples.quickstart.events;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import dev.millrace.cdi.EventBridge;

@ApplicationScoped
class PriceFeed {

    @Inject
    EventBridge bridge;

    @Inject
    Alarms alarms;

    void start(@Observes @Initialized(ApplicationScoped.class) Object started) {
        bridge.forward(PriceChanged.class)
                .previous(PriceChanged::before)
                .onError((event, failure) -> alarms.raise(event.item(), failure))
                .to("prices");
    }
}
