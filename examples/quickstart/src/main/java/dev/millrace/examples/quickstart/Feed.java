package dev.millrace.examples.quickstart;

import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerException;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.PublishOutcomeUnknownException;

/**
 * Publishes the orders of an input. A bad line is reported and counted; the good ones go on. An outage of the broker
 * is waited for, once there was one.
 */
@ApplicationScoped
class Feed {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(500);

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
     * @throws BrokerException if the broker did not take an order
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
            // By its key the broker knows an order again that it may have taken before it went away.
            OutgoingMessage order = OutgoingMessage.to(Topics.PLACED, parser.parse(line))
                    .idempotencyKey(UUID.randomUUID().toString());
            report.published(published(order));
        } catch (OrderParser.BadLine e) {
            skipped.incrementAndGet();
            Screen.print("line " + lines + " skipped: " + e.getMessage());
        }
    }

    private String published(OutgoingMessage order) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (boolean told = false; ; told = true) {
            try {
                return broker.publish(order);
            } catch (BrokerUnavailableException | PublishOutcomeUnknownException e) {
                if (report.published() == 0 || System.nanoTime() > deadline) {
                    throw e;
                }
                if (!told) {
                    Screen.print("Publishing waits for the broker. " + e.getMessage());
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
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
