package dev.millrace.examples.gateway;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** A {@link Node} in a JVM of its own; what it says goes to the ledger, what it logs to a file. */
final class NodeProcess implements Started {

    private static final long END_SECONDS = 20;

    private final Process process;
    private final Writer input;
    private final Thread reader;

    NodeProcess(String name, Process process, Ledger ledger) {
        this.process = process;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        this.reader = new Thread(() -> read(name, ledger), name);
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts one.
     *
     * @param settings of Millrace, as {@code name=value}
     * @param role as {@link Node#main} takes it
     */
    static NodeProcess start(String name, Path folder, List<String> settings, Ledger ledger, String... role)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp", classPath()));
        settings.forEach(setting -> command.add("-D" + setting));
        command.add(Node.class.getName());
        command.addAll(List.of(role));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(folder.resolve(name + ".log").toFile());
        // What is set for other applications is not meant for this one.
        builder.environment().keySet().removeIf(each -> each.startsWith("MILLRACE_"));
        return new NodeProcess(name, builder.start(), ledger);
    }

    /** That of this process; under Maven, which runs the example in its own JVM, that of the example's class loader. */
    private static String classPath() {
        return NodeProcess.class.getClassLoader() instanceof URLClassLoader loader
                ? Arrays.stream(loader.getURLs()).map(NodeProcess::file).collect(Collectors.joining(separator()))
                : System.getProperty("java.class.path");
    }

    private static String separator() {
        return System.getProperty("path.separator");
    }

    private static String file(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(url + " is no file", e);
        }
    }

    private void read(String name, Ledger ledger) {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                ledger.enter(name, line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            ledger.ended(name);
        }
    }

    /** Writes a line to its input; one that has ended does not read it. */
    void tell(String line) {
        try {
            input.write(line + "\n");
            input.flush();
        } catch (IOException e) {
            // The ledger is told that it has ended.
        }
    }

    /** Ends it as {@code kill -9} does, and waits until the last line it wrote was read. */
    void kill() throws InterruptedException {
        destroy();
        reader.join();
    }

    /** By its handle: the process itself would also close its output, unread. */
    private void destroy() throws InterruptedException {
        process.toHandle().destroyForcibly();
        process.waitFor();
    }

    /** Asks it to drain and end, and kills it if it does not. */
    @Override
    public void end() throws InterruptedException {
        tell(Node.END);
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            destroy();
        }
        reader.join();
    }
}
