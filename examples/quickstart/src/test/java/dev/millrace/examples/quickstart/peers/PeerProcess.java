package dev.millrace.examples.quickstart.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import dev.millrace.examples.quickstart.ProcessOutput;

/** A {@link Peer} in a JVM of its own, and what it has said so far. */
final class PeerProcess implements AutoCloseable {

    private final Path log;
    private final Process process;
    private final Writer in;
    private final ProcessOutput out;

    PeerProcess(Path log, Map<String, String> environment, String... args) throws IOException {
        this.log = log;
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Peer.class.getName()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("MILLRACE_"));
        builder.environment().putAll(environment);
        process = builder.start();
        in = process.outputWriter(StandardCharsets.UTF_8);
        out = new ProcessOutput(process);
    }

    PeerProcess tell(String command) throws IOException {
        in.write(command + "\n");
        in.flush();
        return this;
    }

    PeerProcess await(String line) throws InterruptedException {
        return await("the line \"" + line + "\"", said -> said.contains(line));
    }

    PeerProcess await(String what, Predicate<List<String>> condition) throws InterruptedException {
        try {
            out.await(what, condition);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + "\nIt logged:\n" + logged(), e);
        }
        return this;
    }

    private String logged() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The numbers of the lines that begin with this letter, in order. */
    List<Integer> numbers(String letter) {
        return out.lines().stream()
                .filter(line -> line.startsWith(letter + " "))
                .map(line -> Integer.valueOf(line.substring(letter.length() + 1)))
                .toList();
    }

    /** Ends its input, and so the process; waits for that. */
    PeerProcess end() throws IOException, InterruptedException {
        in.close();
        await("its last line", said -> said.stream().anyMatch(line -> line.startsWith("forwarded ")));
        process.waitFor();
        return this;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
