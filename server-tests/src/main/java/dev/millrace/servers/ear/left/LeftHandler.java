package dev.millrace.servers.ear.left;

import jakarta.enterprise.context.ApplicationScoped;

import dev.millrace.Consumes;
import dev.millrace.servers.journal.Journal;

/** One of three handlers of an EAR. */
@ApplicationScoped
public class LeftHandler {

    @Consumes(topic = "ear", group = "left")
    void handle(String text) {
        Journal.takeTimeFor("ear-left", text);
        Journal.write("ear-left", "handled " + text + " " + Journal.naming());
    }

    @Consumes(topic = "ear.note", group = "left")
    void read(Note note) {
        Journal.write("ear-left", "read " + note.text());
    }
}
