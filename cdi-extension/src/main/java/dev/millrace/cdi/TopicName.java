package dev.millrace.cdi;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.millrace.spi.Settings;

/** A topic or group as written in an annotation: literal text, {@code ${name}} and {@code ${name:default}} (HND-12). */
final class TopicName {

    private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^${}:]+)(?::([^${}]*))?}");

    private TopicName() {}

    /** The name, or nothing and a fault added. */
    static Optional<String> resolve(
            String handler, String element, String written, Settings settings, List<String> faults) {
        Matcher matcher = EXPRESSION.matcher(written);
        StringBuilder name = new StringBuilder();
        int end = 0;
        while (matcher.find()) {
            Optional<String> value = settings.text(matcher.group(1).strip()).or(() -> fallback(matcher));
            if (value.isEmpty()) {
                faults.add(Problems.unresolved(
                        handler, element, written, matcher.group(1).strip()));
                return Optional.empty();
            }
            name.append(literal(written, end, matcher.start())).append(value.get());
            end = matcher.end();
        }
        String rest = literal(written, end, written.length());
        name.append(rest);
        if (EXPRESSION.matcher(written).replaceAll("").contains("${")) {
            faults.add(Problems.brokenExpression(handler, element, written));
            return Optional.empty();
        }
        if (name.toString().isBlank()) {
            faults.add(Problems.blankName(handler, element, written));
            return Optional.empty();
        }
        return Optional.of(name.toString());
    }

    private static Optional<String> fallback(Matcher matcher) {
        return Optional.ofNullable(matcher.group(2));
    }

    private static String literal(String written, int from, int to) {
        return written.substring(from, to);
    }
}
