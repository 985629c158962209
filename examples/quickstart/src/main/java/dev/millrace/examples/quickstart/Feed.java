package dev.millrace.examples.quickstart;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.MessageBroker;

/** Publishes the orders of an input. A bad line is reported and counted; the good ones go on. */
@ApplicationScoped
class Feed {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final OrderParser parser = new OrderParser();

    @Inject
    MessageBroker broker;

    @Inject
    Report report;

    private final AtomicInteger lines = new AtomicInteger();
    private final AtomicInteger skipped = new AtomicInteger();

    /**
     * Publishes line by line, as they come.
     *
     * @throws IOException if the input cannot be read any further
     * @throws dev.millrace.BrokerException if the broker did not take an order
     */
    void publishAll(Input input) throws IOException {
        for (String line = input.lines().readLine();
                line != null;
                line = input.lines().readLine()) {
            boolean first = lines.incrementAndGet() == 1;
            String text = first && line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
            if (!text.isBlank()) {
                publish(text);
            }
        }
    }

    private void publish(String line) {
        try {
            report.published(broker.publish(Topics.PLACED, parser.parse(line)));
        } catch (OrderParser.BadLine e) {
            skipped.incrementAndGet();
            Screen.print("line " + lines + " skipped: " + e.getMessage());
        }
    }

    int lines() {
        return lines.get();
    }

    /** How many lines were no orders. */
    int skipped() {
        return skipped.get();
    }
}
