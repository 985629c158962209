package dev.millrace.servers.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

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

    /** Tells of a message that begins with "slow", and takes three seconds for it. */
    public static void takeTimeFor(String application, String text) {
        if (!text.startsWith("slow")) {
            return;
        }
        write(application, "started " + text);
        takeTime(3_000);
    }

    /** Has the calling thread take so many milliseconds, interrupted or not. */
    public static void takeTime(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
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
