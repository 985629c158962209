package dev.millrace.servers.ear.ejb;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.interceptor.Interceptor;

import dev.millrace.servers.journal.Journal;

/** The module's own start, which takes its time. */
@ApplicationScoped
public class EjbStart {

    void initialized(@Observes @Initialized(ApplicationScoped.class) Object event) {
        Journal.takeTime(300);
        Journal.write("ear-ejb", "up initialized");
    }

    void started(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) Startup event) {
        Journal.takeTime(300);
        Journal.write("ear-ejb", "up startup");
    }
}
