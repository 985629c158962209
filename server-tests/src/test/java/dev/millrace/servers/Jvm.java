package dev.millrace.servers;

import java.nio.file.Path;
import java.util.List;

/** A look into the JVM of a server from outside. */
record Jvm(ProcessHandle process) {

    /** The names of the threads that hold this text. */
    List<String> threads(String text) {
        return jcmd("Thread.print")
                .lines()
                .filter(line -> line.startsWith("\"") && line.contains(text))
                .map(line -> line.substring(1, line.indexOf('"', 1)))
                .toList();
    }

    /** How many instances of a class are reachable, over all class loaders that have such a class. */
    long instances(String className) {
        return jcmd("GC.class_histogram")
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(columns -> columns.length >= 4 && columns[3].equals(className))
                .mapToLong(columns -> Long.parseLong(columns[1]))
                .sum();
    }

    private String jcmd(String command) {
        Path java = Path.of(process.info().command().orElseThrow());
        return Commands.run(
                Path.of("."), java.resolveSibling("jcmd").toString(), Long.toString(process.pid()), command);
    }
}
