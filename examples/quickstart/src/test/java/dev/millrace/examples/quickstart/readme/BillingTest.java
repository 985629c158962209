package dev.millrace.examples.quickstart.readme;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import dev.millrace.Broker;
import dev.millrace.MessageBroker;
import dev.millrace.cdi.ConsumesExtension;
import dev.millrace.memory.MemoryBroker;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.Test;

@EnableWeld
class BillingTest {

    @WeldSetup
    WeldInitiator weld = WeldInitiator.of(new Weld()
            .disableDiscovery()
            .extensions(new ConsumesExtension())
            .beanClasses(BillingTest.class, Billing.class, Invoices.class));

    @Inject
    MessageBroker broker;

    @Inject
    Invoices invoices;

    @Produces
    @ApplicationScoped
    Broker broker() {
        return MemoryBroker.inline();
    }

    @Test
    void anOrderIsInvoiced() {
        broker.publish("order.placed", new Order("O-1"));
        assertThat(invoices.ids()).containsExactly("O-1");
    }
}
