package dev.millrace.servers.ear.ejb;

import jakarta.ejb.Stateless;

import dev.millrace.Consumes;
import dev.millrace.servers.journal.Journal;

/** One of three handlers of an EAR. */
@Stateless
public class EjbHandler {

    /** Handles a message in a transaction of the session bean. */
    @Consumes(topic = "ear", group = "ejb")
    public void handle(String text) {
        Journal.takeTimeFor("ear-ejb", text);
        Journal.write("ear-ejb", "handled " + text + " " + Journal.naming());
    }
}
