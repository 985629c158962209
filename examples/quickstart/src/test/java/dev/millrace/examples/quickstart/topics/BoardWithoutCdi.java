package dev.millrace.examples.quickstart.topics;

import java.math.BigDecimal;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.millrace.BroadcastSubscription;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;
import dev.millrace.Topic;

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

    void follow(ConsumerRegistry consumers) {
        Topic<Price> prices = consumers.topic("prices", Price.class);
        prices.subscribe(Position.earliest(), (price, message) -> show(price));
        prices.emit(new Price("milk", new BigDecimal("1.10")));
    }

    private void show(Price price) {
        shown.add(price);
    }

    Queue<Price> shown() {
        return shown;
    }
}
