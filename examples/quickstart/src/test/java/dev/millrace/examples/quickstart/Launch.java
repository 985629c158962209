package dev.millrace.examples.quickstart;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The quickstart as a process of its own, so that its exit status and its end by a signal are the real ones. */
final class Launch implements AutoCloseable {

    private final Process process;
    private final ProcessOutput out;
    private int seen;

    Launch(Path logs, String... args) throws IOException {
        this(logs, Map.of(), args);
    }

    Launch(Path logs, Map<String, String> environment, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-Dquickstart.logs=" + logs,
                Quickstart.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("MILLRACE_"));
        builder.environment().putAll(environment);
        process = builder.start();
        out = new ProcessOutput(process);
    }

    Launch feed(String text) throws IOException {
        try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
            in.write(text);
        }
        return this;
    }

    Launch write(String text) throws IOException {
        process.outputWriter(StandardCharsets.UTF_8).write(text);
        process.outputWriter(StandardCharsets.UTF_8).flush();
        return this;
    }

    Launch endInput() throws IOException {
        return feed("");
    }

    /** Reads on until a line begins so. */
    Launch awaitLine(String start) throws InterruptedException {
        return awaitLine("a line that begins with \"" + start + "\"", line -> line.startsWith(start));
    }

    /** Reads on until a line is so. */
    Launch awaitLine(String what, Predicate<String> condition) throws InterruptedException {
        out.await(what, lines -> {
            while (seen < lines.size()) {
                if (condition.test(lines.get(seen++))) {
                    return true;
                }
            }
            return false;
        });
        return this;
    }

    /** SIGTERM, as Ctrl-C is SIGINT. */
    Launch terminate() {
        // Of the handle: the process itself would close its streams as well, and the end of the output be lost.
        process.toHandle().destroy();
        return this;
    }

    /** Waits for the end and returns the exit status. */
    int awaitEnd() throws InterruptedException {
        out.awaitEnd();
        return process.waitFor();
    }

    List<String> lines() {
        return out.lines();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
