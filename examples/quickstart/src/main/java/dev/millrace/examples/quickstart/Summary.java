package dev.millrace.examples.quickstart;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.millrace.DeadLetter;

/** The end of the run in words and numbers. */
final class Summary {

    private Summary() {}

    /** The table of the groups, the dead letters, and whether the totals add up. */
    static List<String> of(Report report) {
        List<String> text = new ArrayList<>();
        text.add("");
        text.add(format("%-9s %9s %9s %14s %9s %9s", "group", "handled", "retried", "dead-lettered", "p50", "p99"));
        report.rows().forEach(row -> text.add(line(row)));
        List<DeadLetter> letters = report.deadLetters();
        if (!letters.isEmpty()) {
            text.add("");
            text.add("Dead letters:");
            letters.forEach(letter -> text.add(line(letter)));
        }
        text.add("");
        text.add(totals(report));
        return text;
    }

    private static String line(GroupReport.Row row) {
        return format(
                "%-9s %,9d %,9d %,14d %9s %9s",
                row.group(), row.handled(), row.retried(), row.deadLettered(), text(row.p50()), text(row.p99()));
    }

    private static String text(Duration time) {
        return time.toMillis() < 1_000 ? time.toMillis() + " ms" : format("%.1f s", time.toMillis() / 1_000.0);
    }

    private static String line(DeadLetter letter) {
        String reason = letter.reason().name().toLowerCase(Locale.ROOT).replace('_', '-');
        String exception = letter.exception().orElse("no exception known");
        return format(
                "  %-9s %s after %d %s: %s: %s",
                letter.group(),
                reason,
                letter.deliveries(),
                letter.deliveries() == 1 ? "delivery" : "deliveries",
                exception.substring(1 + Math.max(exception.lastIndexOf('.'), exception.lastIndexOf('$'))),
                letter.exceptionMessage().orElse(""));
    }

    private static String totals(Report report) {
        List<GroupReport.Row> rows = report.rows();
        int due = report.orders() * rows.size();
        int handled = rows.stream().mapToInt(GroupReport.Row::handled).sum();
        int dead = rows.stream().mapToInt(GroupReport.Row::deadLettered).sum();
        String sum = format(
                "%,d %s x %d groups = %,d; %,d handled + %,d dead-lettered = %,d.",
                report.orders(),
                report.orders() == 1 ? "order" : "orders",
                rows.size(),
                due,
                handled,
                dead,
                handled + dead);
        if (report.addsUp()) {
            return sum + " The totals add up: none was lost.";
        }
        return rows.stream()
                .map(row -> format("%s %,d", row.group(), row.left()))
                .collect(Collectors.joining(", ", sum + " Left: ", "."));
    }

    // The annotation that JDK 25's Error Prone wants here would be one more dependency.
    @SuppressWarnings("AnnotateFormatMethod")
    private static String format(String format, Object... args) {
        return String.format(Locale.ROOT, format, args);
    }
}
