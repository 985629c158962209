package dev.millrace.servers.probe;

import java.util.concurrent.atomic.AtomicInteger;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.RequestScoped;

/** Numbers its instances. */
@RequestScoped
public class Requested {

    private static final AtomicInteger INSTANCES = new AtomicInteger();

    private final int number = INSTANCES.incrementAndGet();

    int number() {
        return number;
    }

    @PreDestroy
    void destroyed() {
        Probe.journal("request destroyed " + number);
    }
}
