package dev.millrace.tck.cdi;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

import dev.millrace.Broker;
import dev.millrace.tck.Gate;

/** What every application under test has: the broker, and the test's means. */
@ApplicationScoped
class KitBeans {

    @Produces
    @ApplicationScoped
    Broker broker() {
        return Kit.current().broker().get();
    }

    @Produces
    @Singleton
    Journal journal() {
        return Kit.current().journal();
    }

    @Produces
    @Singleton
    Gate gate() {
        return Kit.current().gate();
    }

    void initialized(@Observes @Initialized(ApplicationScoped.class) Object event) {
        Kit.current().whenInitialized().run();
    }
}
