package dev.millrace.servers;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Server by check: passed, or why not. Written to {@code target/matrix.txt} after each check, and printed. */
final class Matrix implements TestWatcher {

    private static final Map<String, Map<String, String>> CHECKS = new LinkedHashMap<>();
    private static final Set<String> SERVERS = new LinkedHashSet<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println(table())));
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
        note(context, "pass");
    }

    @Override
    public void testAborted(ExtensionContext context, Throwable cause) {
        note(context, "– " + message(cause).replaceFirst("^Assumption failed: ", ""));
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        note(context, "FAIL " + message(cause));
    }

    @Override
    public void testDisabled(ExtensionContext context, Optional<String> reason) {
        note(context, "– " + reason.orElse(""));
    }

    /** A method's name as the sentence that it is. */
    private static String words(String name) {
        String words = name.replaceAll("(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String message(Throwable cause) {
        return String.valueOf(cause.getMessage()).strip().lines().findFirst().orElse(cause.toString());
    }

    private static synchronized void note(ExtensionContext context, String outcome) {
        String server = ((ServerChecks) context.getRequiredTestInstance())
                .stage()
                .server()
                .name();
        SERVERS.add(server);
        CHECKS.computeIfAbsent(words(context.getRequiredTestMethod().getName()), name -> new LinkedHashMap<>())
                .put(server, outcome);
        Folders.write(Path.of(System.getProperty("servers.target"), "matrix.txt"), table());
    }

    private static synchronized String table() {
        StringBuilder text = new StringBuilder("\nWhat was seen on each server\n");
        CHECKS.forEach((check, outcomes) -> {
            text.append('\n').append(check).append('\n');
            SERVERS.forEach(server ->
                    text.append(String.format("    %-36s %s%n", server, outcomes.getOrDefault(server, "– not run"))));
        });
        return text.toString();
    }
}
