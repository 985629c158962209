package dev.millrace.cdi;

import java.util.List;

import jakarta.enterprise.inject.spi.BeanManager;

import dev.millrace.DeliveryHandler;

/** Methods that share a subscription, and so start together. */
sealed interface Startable permits TopicHandlers, SubscriberMethod {

    List<? extends CalledMethod> methods();

    /** What their subscription gives its deliveries to. */
    DeliveryHandler call(BeanManager manager);
}
