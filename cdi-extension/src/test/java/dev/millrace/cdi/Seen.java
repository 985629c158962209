package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Singleton;

/** What handlers saw, in that order; a bean of every application under test. */
@Singleton
class Seen {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final BlockingQueue<Object> values = new LinkedBlockingQueue<>();

    void add(Object value) {
        values.add(value);
    }

    Object next() {
        try {
            Object value = values.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            assertThat(value).as("what a handler was to see next").isNotNull();
            return value;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for a handler", e);
        }
    }
}
