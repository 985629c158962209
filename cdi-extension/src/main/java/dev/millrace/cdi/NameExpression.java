package dev.millrace.cdi;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.millrace.spi.Settings;

/** A topic or group as written in an annotation: literal text, {@code ${name}} and {@code ${name:default}} (HND-12). */
final class NameExpression {

    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^${}:]+)(?::([^${}]*))?}");

    private NameExpression() {}

    /** The name; empty where a fault was added. */
    static Optional<String> resolve(
            String handler, String element, String written, Settings settings, List<String> faults) {
        if (!written.contains("${") && !written.isBlank()) {
            return Optional.of(written);
        }
        if (EXPRESSION.matcher(written).replaceAll("").contains("${")) {
            faults.add(Problems.brokenExpression(handler, element, written));
            return Optional.empty();
        }
        StringBuilder name = new StringBuilder();
        Matcher matcher = EXPRESSION.matcher(written);
        while (matcher.find()) {
            String setting = matcher.group(1).strip();
            String value = settings.text(setting).orElse(matcher.group(2));
            if (value == null) {
                faults.add(Problems.unresolved(handler, element, written, setting));
                return Optional.empty();
            }
            matcher.appendReplacement(name, Matcher.quoteReplacement(value));
        }
        matcher.appendTail(name);
        if (name.toString().isBlank()) {
            faults.add(Problems.blankName(handler, element, written));
            return Optional.empty();
        }
        return Optional.of(name.toString());
    }
}
