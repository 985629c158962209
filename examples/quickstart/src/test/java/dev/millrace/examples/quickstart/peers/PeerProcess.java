package dev.millrace.examples.quickstart.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A {@link Peer} in a JVM of its own, and what it has said so far. */
final class PeerProcess implements AutoCloseable {

    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    private final Path log;
    private final Process process;
    private final Writer in;
    private final List<String> lines = new ArrayList<>();

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
        Thread reader = new Thread(() -> readAll(process.inputReader(StandardCharsets.UTF_8)));
        reader.setDaemon(true);
        reader.start();
    }

    private void readAll(BufferedReader out) {
        try (out) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            add("(its output ended: " + e + ")");
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    PeerProcess tell(String command) throws IOException {
        in.write(command + "\n");
        in.flush();
        return this;
    }

    PeerProcess await(String line) throws InterruptedException {
        return await("the line \"" + line + "\"", said -> said.contains(line));
    }

    synchronized PeerProcess await(String what, Predicate<List<String>> condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE;
        while (!condition.test(lines)) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError(what + " did not come. It said " + lines + " and logged:\n" + logged());
            }
            wait(left);
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
    synchronized List<Integer> numbers(String letter) {
        return lines.stream()
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
