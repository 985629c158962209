package dev.millrace.examples.quickstart;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;

/** Confirms each order by mail. Some mail servers ask to come back later; the broker keeps the wait. */
@ApplicationScoped
class Email {

    private final Set<String> confirmed = ConcurrentHashMap.newKeySet();

    @Inject
    Work work;

    @Reported
    @Consumes(topic = Topics.PLACED, group = Topics.EMAIL, concurrency = 4, retryAfter = "200ms")
    void confirm(Order order, BrokerMessage message) {
        work.perform();
        if (order.customer().email().endsWith("@greylist.example") && message.deliveries() == 1) {
            throw new OrderException.TryAgain(order, "the mail server");
        }
        confirmed.add(order.id());
    }
}
