package dev.millrace.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a command line tool to its end. */
final class Commands {

    private static final int LIMIT_MINUTES = 5;

    private Commands() {}

    /** What a command printed, and how it ended. */
    record Result(int code, String output) {

        Result orThrow(String... command) {
            if (code != 0) {
                throw new IllegalStateException(String.join(" ", command) + " ended with " + code + ":\n" + output);
            }
            return this;
        }
    }

    /** Runs a command that must succeed. */
    static String run(Path folder, String... command) {
        return attempt(folder, Map.of(), command).orThrow(command).output();
    }

    static Result attempt(Path folder, Map<String, String> environment, String... command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            try {
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
                    throw new IllegalStateException(String.join(" ", command) + " does not end:\n" + output);
                }
                return new Result(process.exitValue(), output);
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
