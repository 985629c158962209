package dev.millrace.servers.faulty;

import jakarta.enterprise.context.ApplicationScoped;

import dev.millrace.Consumes;

/** Two methods that cannot be called as handlers. */
@ApplicationScoped
public class FaultyHandler {

    @Consumes(topic = "faulty", group = "first")
    void twoPayloads(String one, Integer two) {}

    @Consumes(topic = "faulty", group = "second")
    static void isStatic(String text) {}
}
