package dev.millrace.examples.quickstart;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The lines a process has said so far, read on a thread of its own: a pipe cannot be read with a time limit, and a
 * process that says nothing more must fail the test that waits for it, not hold the build up.
 */
public final class ProcessOutput {

    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(2);

    private final List<String> lines = new ArrayList<>();
    private boolean ended;

    public ProcessOutput(Process process) {
        Thread reader = new Thread(() -> readAll(process.inputReader(StandardCharsets.UTF_8)), "process-output");
        reader.setDaemon(true);
        reader.start();
    }

    private void readAll(BufferedReader out) {
        try (out) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            add("(its output could not be read: " + e + ")");
        } finally {
            end();
        }
    }

    private synchronized void add(String line) {
        lines.add(line);
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Waits until the lines said so far are as the condition wants them; fails where they cannot be any more. */
    public synchronized void await(String what, Predicate<List<String>> condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE;
        while (!condition.test(lines)) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0 || ended) {
                throw new AssertionError("%s did not come%s. It said:%n%s"
                        .formatted(what, ended ? " before its end" : " in time", String.join("\n", lines)));
            }
            wait(left);
        }
    }

    /** Waits until the process has closed its output. */
    public synchronized void awaitEnd() throws InterruptedException {
        await("its end", said -> ended);
    }

    public synchronized List<String> lines() {
        return List.copyOf(lines);
    }
}
