package dev.millrace.examples.quickstart.readme;

import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.TraceContext;

final class Headers {

    private Headers() {}

    static void publish(MessageBroker broker, Order order, String customer) {
        broker.publish(OutgoingMessage.to("order.placed", order)
                .header("customer", customer)
                .headers(TraceContext.current().outboundHeaders())
                .idempotencyKey(order.id()));
    }
}
