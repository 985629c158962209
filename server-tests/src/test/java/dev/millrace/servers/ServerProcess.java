package dev.millrace.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** A server with its launcher. All its processes end with this JVM, however that ends. */
final class ServerProcess implements AutoCloseable {

    /** Ends the whole process group when the input ends, which a JVM killed with -9 brings about as well. */
    private static final String LAUNCH = "set -m; \"$@\" </dev/null >>\"$SERVER_LOG\" 2>&1 & echo $!; cat >/dev/null;"
            + " kill -9 -- -$! 2>/dev/null; wait $!";

    private static final Duration END = Duration.ofSeconds(90);

    private final Process shell;
    private final long launcher;
    private final Path log;

    private ServerProcess(Process shell, long launcher, Path log) {
        this.shell = shell;
        this.launcher = launcher;
        this.log = log;
    }

    static ServerProcess launch(Path folder, Path log, Map<String, String> environment, List<String> command) {
        List<String> line = new ArrayList<>(List.of("bash", "-c", LAUNCH, "server"));
        line.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(line).directory(folder.toFile());
        builder.environment().putAll(environment);
        builder.environment().put("SERVER_LOG", log.toString());
        try {
            Process shell = builder.start();
            return new ServerProcess(shell, Long.parseLong(shell.inputReader().readLine()), log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The JVM that is the server: the youngest of the tree, where a launcher is one itself. */
    ProcessHandle java() {
        return ProcessHandle.of(launcher).stream()
                .flatMap(handle -> Stream.concat(Stream.of(handle), handle.descendants()))
                .filter(handle -> handle.info()
                        .command()
                        .filter(path -> path.endsWith("/java"))
                        .isPresent())
                .max(Comparator.comparing(handle -> handle.info().startInstant().orElse(Instant.MIN)))
                .orElseThrow(() -> new IllegalStateException("no JVM runs:\n" + tail()));
    }

    boolean isAlive() {
        return ProcessHandle.of(launcher).map(ProcessHandle::isAlive).orElse(false);
    }

    /** Waits until a process of the server has ended. */
    static void awaitEnd(ProcessHandle handle) {
        try {
            handle.onExit().get(END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } catch (TimeoutException e) {
            throw new AssertionError("The server goes on " + END + " after SIGTERM.", e);
        }
    }

    /** All that it printed. */
    String output() {
        return Folders.read(log);
    }

    /** The end of its output. */
    String tail() {
        List<String> lines = output().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 60), lines.size()));
    }

    /** Ends what is left of it. */
    @Override
    public void close() {
        try {
            shell.getOutputStream().close();
            shell.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
