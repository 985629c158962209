package dev.millrace.cdi;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import dev.millrace.spi.Settings;

/** Settings that remember which were asked for: one for a handler that none asked for is misspelt, and would change nothing in silence. */
final class AskedSettings {

    private static final String OF_HANDLERS = "millrace.handler.";

    private final Settings all;
    private final Set<String> asked = new HashSet<>();

    AskedSettings(Settings all) {
        this.all = all;
    }

    Settings settings() {
        return new Settings(name -> {
            asked.add(asVariable(name));
            return all.text(name);
        });
    }

    /** What is set for handlers and was not asked for. */
    List<String> unused() {
        return all.names().stream()
                .filter(name -> asVariable(name).startsWith(asVariable(OF_HANDLERS)))
                .filter(name -> !asked.contains(asVariable(name)))
                .sorted()
                .toList();
    }

    /** A setting and the variable of the environment that stands for it are one. */
    private static String asVariable(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }
}
