package dev.millrace.servers.probe;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.interceptor.Interceptor;

/** The application's own start as an observer. */
@ApplicationScoped
public class StartObserver {

    void initialized(@Observes @Initialized(ApplicationScoped.class) Object event) {
        StartUp.takeTime();
        Probe.journal("up initialized");
    }

    void started(@Observes @Priority(Interceptor.Priority.LIBRARY_AFTER) Startup event) {
        StartUp.takeTime();
        Probe.journal("up startup");
    }
}
