package dev.millrace.servers.probe;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;

/** Takes as many milliseconds as the message says, and then still needs everything. */
@ApplicationScoped
public class SlowHandler {

    @Inject
    Surroundings surroundings;

    @Consumes(topic = "slow", group = "probe")
    void handle(Long millis, BrokerMessage message) {
        Probe.journal("slow started " + message.id());
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        Probe.journal("slow finished " + message.id() + " " + (millis > 0 ? surroundings.look(message.id()) : ""));
    }
}
