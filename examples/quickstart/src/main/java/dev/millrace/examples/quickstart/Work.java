package dev.millrace.examples.quickstart;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;

/** Stands in for the database and the remote calls of a real handler: it takes time, and nothing else. */
@ApplicationScoped
class Work {

    private volatile Duration duration = Options.WORK;

    void takes(Duration value) {
        duration = value;
    }

    void perform() {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted at work", e);
        }
    }
}
