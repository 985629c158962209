package dev.millrace.servers.probe;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.servers.journal.Journal;

/** Takes as many milliseconds as the message says, and then still needs everything. */
@ApplicationScoped
public class SlowHandler {

    @Inject
    Surroundings surroundings;

    @Consumes(topic = "slow", group = "probe")
    void handle(Long millis, BrokerMessage message) {
        Probe.journal("slow started " + message.id());
        Journal.takeTime(millis);
        Probe.journal("slow finished " + message.id() + " " + (millis > 0 ? surroundings.look(message.id()) : ""));
    }
}
