package dev.millrace.examples.gateway;

import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.cdi.EventBridge;

/** Works on events as if they had been fired here, and shares them with the other workers. */
@ApplicationScoped
class Worker {

    /** What an event takes that does some real work. */
    private static final long WORK_MILLIS = 20;

    @Inject
    EventBridge bridge;

    @Inject
    BrokerMessage message;

    void start(@Observes @Initialized(ApplicationScoped.class) Object started) {
        bridge.replay(
                Node.TOPIC,
                ConsumerOptions.group("workers").concurrency(4),
                Measurement.class,
                StateChange.class,
                Alarm.class);
    }

    /** When this returns the event is acked; if the process is killed before, another worker gets it. */
    void work(@Observes GatewayEvent event) throws InterruptedException {
        long number = number(message);
        Node.say("began", number);
        TimeUnit.MILLISECONDS.sleep(WORK_MILLIS);
        Node.say("handled", number);
    }

    /** The event's number in the feed. */
    static long number(BrokerMessage message) {
        return Long.parseLong(message.header(EventBridge.SEQUENCE)
                .orElseThrow(() -> new IllegalStateException(message.id() + ": no event of a bridge")));
    }
}
