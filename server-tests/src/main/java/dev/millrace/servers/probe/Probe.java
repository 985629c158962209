package dev.millrace.servers.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

import dev.millrace.servers.journal.Journal;

/** Which of several copies of the application this is. Its one instance tells how many class loaders are alive. */
final class Probe {

    static final Probe SELF = new Probe();

    private final String name;

    private Probe() {
        Properties properties = new Properties();
        try (InputStream in = Probe.class.getResourceAsStream("/probe.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        name = properties.getProperty("name");
    }

    static void journal(String event) {
        Journal.write(SELF.name, event);
    }
}
