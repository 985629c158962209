package dev.millrace.servers.probe;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.Consumes;

/** Says what works on its thread, and which request-scoped instance it got. */
@ApplicationScoped
public class LookHandler {

    @Inject
    Surroundings surroundings;

    @Inject
    Requested requested;

    @Inject
    Ledger ledger;

    @Consumes(topic = "look", group = "probe")
    void handle(String name) {
        Probe.journal(
                "look " + name + " " + requested.number() + " " + requested.number() + " " + surroundings.look(name));
    }
}
