package dev.millrace.servers.ear.right;

import jakarta.enterprise.context.ApplicationScoped;

import dev.millrace.Consumes;
import dev.millrace.servers.journal.Journal;

/** One of three handlers of an EAR. */
@ApplicationScoped
public class RightHandler {

    @Consumes(topic = "ear", group = "right")
    void handle(String text) {
        Journal.write("ear-right", "handled " + text + " " + Journal.naming());
    }
}
