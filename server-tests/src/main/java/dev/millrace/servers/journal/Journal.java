package dev.millrace.servers.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import javax.naming.InitialContext;
import javax.naming.NamingException;

/** A file, since it outlives the server. One line an event: the time, the application, what happened. */
public final class Journal {

    private Journal() {}

    /** Adds a line to the file that the environment variable {@code PROBE_JOURNAL} names. */
    public static void write(String application, String event) {
        String line = System.currentTimeMillis() + " " + application + " " + event.replace('\n', ' ') + "\n";
        try {
            Files.writeString(
                    Path.of(System.getenv("PROBE_JOURNAL")),
                    line,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the calling thread has the names of its module, or why not. */
    @SuppressWarnings("BanJNDI") // A constant name.
    public static String naming() {
        try {
            InitialContext.doLookup("java:comp/DefaultDataSource");
            return "java:comp works";
        } catch (NamingException e) {
            return e.toString();
        }
    }
}
