package dev.millrace.examples.quickstart;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * Where the orders come from.
 *
 * @param name what to call it in messages
 */
record Input(String name, BufferedReader lines) {

    private static final String SAMPLE = "/orders.jsonl";

    /**
     * Opens a file, standard input ({@code -}), or the sample.
     *
     * @throws IOException if it cannot be read, saying what to do about it
     */
    static Input open(Optional<String> input) throws IOException {
        if (input.isEmpty()) {
            return of("the sample", Objects.requireNonNull(Input.class.getResourceAsStream(SAMPLE), SAMPLE));
        }
        return input.get().equals("-") ? of("standard input", System.in) : ofFile(input.get());
    }

    private static Input ofFile(String name) throws IOException {
        try {
            Path file = Path.of(name);
            if (Files.isDirectory(file)) {
                throw new IOException(name + ": is a directory. Name a file with one JSON object a line.");
            }
            return of(name, Files.newInputStream(file));
        } catch (NoSuchFileException | InvalidPathException e) {
            throw new IOException(
                    name + ": no such file (looked in " + Path.of("").toAbsolutePath() + ")."
                            + " Name a file with one JSON object a line, or - for standard input.",
                    e);
        } catch (AccessDeniedException e) {
            throw new IOException(name + ": may not be read. Check its permissions.", e);
        }
    }

    private static Input of(String name, InputStream bytes) {
        return new Input(name, new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8)));
    }
}
