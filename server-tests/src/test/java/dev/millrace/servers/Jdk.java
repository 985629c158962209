package dev.millrace.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Homes of JDKs other than the one that runs the tests. */
final class Jdk {

    private static final Path USUAL = Path.of("/usr/lib/jvm");

    private Jdk() {}

    /** The home of a version: what the variable says, such as {@code JAVA25_HOME}, else one in the usual place. */
    static String home(int version) {
        String variable = System.getenv("JAVA" + version + "_HOME");
        if (variable != null) {
            return variable;
        }
        try (Stream<Path> homes = Files.list(USUAL)) {
            return homes.filter(home -> home.getFileName().toString().matches(".*\\b" + version + "\\b.*"))
                    .filter(home -> Files.isExecutable(home.resolve("bin/java")))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("No JDK " + version + " is found. Install one in "
                            + USUAL + ", or set JAVA" + version + "_HOME."))
                    .toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
