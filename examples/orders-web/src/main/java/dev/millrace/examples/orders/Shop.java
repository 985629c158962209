package dev.millrace.examples.orders;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;

/** The shop whose message is being handled: one instance for each delivery, as it would be for each request. */
@RequestScoped
public class Shop {

    @Inject
    BrokerMessage message;

    String name() {
        return message.header(Topics.SHOP).orElse("main");
    }
}
