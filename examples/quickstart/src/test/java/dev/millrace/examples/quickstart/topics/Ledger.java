package dev.millrace.examples.quickstart.topics;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import dev.millrace.Delivery;
import dev.millrace.MessageBroker;
import dev.millrace.PullConsumer;

/** Enters prices at its own pace. */
class Ledger {

    private final BlockingQueue<Price> entered = new LinkedBlockingQueue<>();

    void keep(MessageBroker broker) {
        try (PullConsumer prices = broker.consumer("prices", "ledger", "ledger-1")) {
            for (Delivery delivery : prices) {
                enter(delivery.message().json(Price.class));
                delivery.ack();
            }
        }
    }

    private void enter(Price price) {
        entered.add(price);
    }

    BlockingQueue<Price> entered() {
        return entered;
    }
}
