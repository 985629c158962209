package dev.millrace.cdi;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

import dev.millrace.spi.Settings;

/**
 * Settings that are asked for once, since a source may be slow, and that remember what was asked for: one for a handler
 * that none asked for is misspelt, and would change nothing in silence. Those of one handler or one topic are so many
 * that only the ones are asked for that the source lists, if it lists any. Thread-safe if its source is.
 */
final class AskedSettings {

    private static final String OF_MILLRACE = "millrace.";
    private static final String OF_HANDLERS = "millrace.handler.";
    private static final String OF_SUBSCRIBERS = "millrace.subscriber.";
    private static final List<String> OF_ONE = List.of(OF_HANDLERS, OF_SUBSCRIBERS, "millrace.codec.");
    private static final Pattern NO_LETTER_OR_DIGIT = Pattern.compile("[^A-Za-z0-9]");

    private final Settings all;
    private final Set<String> names;
    private final Map<String, String> listed = new HashMap<>();
    private final Map<String, Optional<String>> asked = new ConcurrentHashMap<>();

    AskedSettings(Settings all) {
        this.all = all;
        this.names = all.names();
        for (String name : names) {
            // Most names are not even Millrace's.
            if (name.regionMatches(true, 0, OF_MILLRACE, 0, OF_MILLRACE.length() - 1)) {
                listed.put(asVariable(name), name);
            }
        }
    }

    Settings settings() {
        return new Settings(this::text, () -> names);
    }

    /** The same for who asks again to see a change, as the login of a new connection does: nothing is remembered. */
    Settings live() {
        return new Settings(name -> isUnlisted(name) ? Optional.empty() : all.text(name), () -> names);
    }

    private Optional<String> text(String name) {
        Optional<String> known = asked.get(name);
        if (known == null) {
            // Not computed within the map: the source may be the application's.
            known = isUnlisted(name) ? Optional.empty() : all.text(name);
            asked.put(name, known);
        }
        return known;
    }

    private boolean isUnlisted(String name) {
        if (names.isEmpty()) {
            return false;
        }
        for (String start : OF_ONE) {
            if (name.startsWith(start)) {
                return !listed.containsKey(asVariable(name));
            }
        }
        return false;
    }

    /** What is set for handlers, those of broadcasts included, and was not asked for. */
    List<String> unused() {
        Map<String, String> unused = new HashMap<>(listed);
        unused.keySet()
                .removeIf(variable -> !variable.startsWith(asVariable(OF_HANDLERS))
                        && !variable.startsWith(asVariable(OF_SUBSCRIBERS)));
        if (!unused.isEmpty()) {
            asked.keySet().forEach(name -> unused.remove(asVariable(name)));
        }
        return unused.values().stream().sorted().toList();
    }

    /** A setting and the variable of the environment that stands for it are one. */
    private static String asVariable(String name) {
        return NO_LETTER_OR_DIGIT.matcher(name).replaceAll("_").toUpperCase(Locale.ROOT);
    }
}
