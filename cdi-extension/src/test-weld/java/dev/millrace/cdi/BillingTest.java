package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import dev.millrace.memory.MemoryBroker;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.Test;

/** How an application tests a handler: no server, no socket, and the message handled when publish returns. */
@EnableWeld
class BillingTest {

    @WeldSetup
    WeldInitiator weld = WeldInitiator.of(new Weld()
            .disableDiscovery()
            .extensions(new ConsumesExtension())
            .beanClasses(BillingTest.class, Billing.class, Invoices.class));

    @Produces
    @ApplicationScoped
    Broker broker() {
        return MemoryBroker.inline();
    }

    @Inject
    MessageBroker broker;

    @Inject
    Invoices invoices;

    @Test
    void anOrderPlacedIsBilled() {
        broker.publish("order.placed", new Order("4711"));
        assertThat(invoices.all()).containsExactly("4711 for main");
    }

    /** A payload. */
    public record Order(String number) {}

    @ApplicationScoped
    static class Billing {

        @Inject
        Invoices invoices;

        @Consumes(topic = "order.placed", group = "billing")
        void onPlaced(Order order, BrokerMessage message) {
            invoices.createFor(order, message.header("tenant").orElse("main"));
        }
    }

    @ApplicationScoped
    static class Invoices {

        private final List<String> all = new ArrayList<>();

        void createFor(Order order, String tenant) {
            all.add(order.number() + " for " + tenant);
        }

        List<String> all() {
            return List.copyOf(all);
        }
    }
}
