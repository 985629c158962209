package dev.millrace.examples.quickstart.topics;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.millrace.BroadcastSubscription;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;

/** Shows prices as they come. */
class BoardWithoutCdi {

    private final Queue<Price> shown = new ConcurrentLinkedQueue<>();

    BroadcastSubscription open(ConsumerRegistry consumers) {
        // spotless:off: as the page has it
        BroadcastSubscription board = consumers.subscribe(
                "prices",
                SubscriberOptions.from(Position.earliest()).buffer(100),
                message -> show(message.json(Price.class)));
        // spotless:on
        return board;
    }

    private void show(Price price) {
        shown.add(price);
    }

    Queue<Price> shown() {
        return shown;
    }
}
