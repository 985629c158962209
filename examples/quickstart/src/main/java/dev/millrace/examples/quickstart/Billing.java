package dev.millrace.examples.quickstart;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;

/** Charges each order. A refused payment is tried four times in all, then it becomes a dead letter. */
@ApplicationScoped
class Billing {

    private final Map<String, BigDecimal> invoices = new ConcurrentHashMap<>();

    @Inject
    Work work;

    @Reported
    @Consumes(topic = Topics.PLACED, group = Topics.BILLING, concurrency = 4, maxDeliveries = 4, retryAfter = "200ms")
    void charge(Order order, BrokerMessage message) {
        work.perform();
        String token = order.payment().token();
        if (token.startsWith("tok_refused")) {
            throw new OrderException.PaymentRefused(order);
        }
        if (token.startsWith("tok_slow") && message.deliveries() == 1) {
            throw new OrderException.TryAgain(order, "the payment gateway");
        }
        // Delivery is at least once: the second invoice of an order must change nothing. A database would have
        // a unique key on the order's id here.
        invoices.putIfAbsent(order.id(), order.total());
    }
}
