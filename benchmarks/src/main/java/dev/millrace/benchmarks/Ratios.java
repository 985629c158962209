package dev.millrace.benchmarks;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/** Results, each set beside the reference of its class that ran with the same parameters. */
final class Ratios {

    private static final String REFERENCE = "reference";

    private final Map<String, Double> references = new LinkedHashMap<>();
    private final List<RunResult> results;

    Ratios(Collection<RunResult> results) {
        this.results =
                results.stream().sorted(Comparator.comparing(Ratios::group)).toList();
        results.stream()
                .filter(result -> method(result).equals(REFERENCE))
                .forEach(result -> references.put(group(result), score(result)));
    }

    String table() {
        StringBuilder table = new StringBuilder();
        String before = "";
        for (RunResult result : results) {
            if (!group(result).equals(before)) {
                before = group(result);
                table.append(String.format("%n%s%n", before));
            }
            table.append(String.format(
                    Locale.ROOT,
                    "  %-34s %12.1f %-6s %10s%n",
                    method(result),
                    score(result),
                    result.getPrimaryResult().getScoreUnit(),
                    ratio(result)));
        }
        return table.toString();
    }

    private String ratio(RunResult result) {
        return Optional.ofNullable(references.get(group(result)))
                .map(reference -> String.format(Locale.ROOT, "× %.2f", score(result) / reference))
                .orElse("no reference was run");
    }

    private static String group(RunResult result) {
        BenchmarkParams params = result.getParams();
        String name = params.getBenchmark();
        StringBuilder group = new StringBuilder(name.substring(0, name.lastIndexOf('.')));
        group.delete(0, group.lastIndexOf(".") + 1);
        for (String key : new TreeSet<>(params.getParamsKeys())) {
            group.append(", ").append(key).append(' ').append(params.getParam(key));
        }
        return group.toString();
    }

    private static String method(RunResult result) {
        String name = result.getParams().getBenchmark();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static double score(RunResult result) {
        return result.getPrimaryResult().getScore();
    }
}
