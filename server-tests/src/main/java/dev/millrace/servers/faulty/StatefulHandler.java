package dev.millrace.servers.faulty;

import jakarta.ejb.Stateful;

import dev.millrace.Consumes;

/** A session bean that belongs to one client. */
@Stateful
public class StatefulHandler {

    @Consumes(topic = "faulty", group = "third")
    public void handle(String text) {}
}
