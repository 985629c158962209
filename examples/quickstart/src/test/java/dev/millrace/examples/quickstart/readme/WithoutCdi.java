package dev.millrace.examples.quickstart.readme;

import java.time.Duration;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.memory.MemoryBroker;

final class WithoutCdi {

    private WithoutCdi() {}

    public static void main(String[] args) throws InterruptedException {
        try (Broker broker = MemoryBroker.create();
                ConsumerRegistry consumers = new ConsumerRegistry(broker).drainOnShutdown(Duration.ofSeconds(15))) {
            consumers.consume("order.placed", ConsumerOptions.group("billing").concurrency(8), message -> {
                Order order = message.json(Order.class);
                System.out.println("charging order " + order.id());
            });
            consumers.awaitClose();
        }
    }
}
