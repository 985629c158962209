package dev.millrace.examples.gateway;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;

import dev.millrace.cdi.EventBridge;

/** Fires what was recorded as CDI events, and has the bridge forward them. */
@ApplicationScoped
class Forwarder {

    private static final System.Logger LOG = System.getLogger(Forwarder.class.getName());

    /** While the workers get going. */
    private static final long SLOW_MILLIS = 50;

    /** About as fast as the workers together. */
    private static final long PACE_MILLIS = 4;

    @Inject
    EventBridge bridge;

    @Inject
    Event<GatewayEvent> events;

    void forward(List<GatewayEvent> feed) throws InterruptedException {
        try (EventBridge.Link link = bridge.forward(GatewayEvent.class)
                .onError((event, failure) -> failed(event, failure))
                .to(Node.TOPIC)) {
            for (GatewayEvent event : feed) {
                events.fire(event);
                if (!Node.allowed().await(SLOW_MILLIS, TimeUnit.MILLISECONDS)) {
                    continue;
                }
                TimeUnit.MILLISECONDS.sleep(PACE_MILLIS);
            }
            Node.say("forwarded", link.forwarded());
        }
    }

    /** A gateway would keep the event and fire it again; the example counts it as lost. */
    private static void failed(GatewayEvent event, RuntimeException failure) {
        LOG.log(Level.ERROR, event + " was not forwarded", failure);
        Node.say("refused", 1);
    }
}
