package dev.millrace.servers.probe;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;

/** The application's own start as a session bean, which takes its time. */
@Singleton
@Startup
public class StartUp {

    @Inject
    Rows rows;

    @PostConstruct
    void start() {
        rows.create();
        takeTime();
        Probe.journal("up ejb");
    }

    @PreDestroy
    void stop() {
        Probe.journal("down ejb");
    }

    /** Long enough for a handler that starts too early to be seen. */
    static void takeTime() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300));
    }
}
