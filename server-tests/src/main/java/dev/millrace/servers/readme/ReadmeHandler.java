package dev.millrace.servers.readme;

import jakarta.enterprise.context.ApplicationScoped;

import dev.millrace.Consumes;
import dev.millrace.servers.journal.Journal;

/** A handler, and nothing else. */
@ApplicationScoped
public class ReadmeHandler {

    @Consumes(topic = "readme", group = "readme")
    void handle(String text) {
        Journal.write("readme", "handled " + text);
    }
}
