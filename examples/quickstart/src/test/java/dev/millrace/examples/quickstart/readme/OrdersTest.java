package dev.millrace.examples.quickstart.readme;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import dev.millrace.Broker;
import dev.millrace.cdi.ConsumesExtension;
import dev.millrace.memory.MemoryBroker;
import org.jboss.weld.environment.se.Weld;
import org.jboss.weld.junit5.EnableWeld;
import org.jboss.weld.junit5.WeldInitiator;
import org.jboss.weld.junit5.WeldSetup;
import org.junit.jupiter.api.Test;

/** PUB-8: without a transaction, an observer of its success is called at once; the wiring is the same. */
@EnableWeld
class OrdersTest {

    private static final MemoryBroker BROKER = MemoryBroker.create();

    @WeldSetup
    WeldInitiator weld = WeldInitiator.of(new Weld()
            .disableDiscovery()
            .extensions(new ConsumesExtension())
            .beanClasses(OrdersTest.class, Orders.class));

    @Inject
    Orders orders;

    @Produces
    @ApplicationScoped
    Broker broker() {
        return BROKER;
    }

    @Test
    void aPlacedOrderIsPublished() {
        orders.place(new Order("O-1"));
        assertThat(BROKER.published())
                .singleElement()
                .satisfies(message -> assertThat(message.json(Order.class)).isEqualTo(new Order("O-1")));
    }
}
