package dev.millrace.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the extension adds to the deployment of a large application on a server that just started, told by its own log. */
@Tag("start-up-cost")
class StartUpCostIT {

    private static final int ROUNDS = 7;

    private static final Pattern ON_WILDFLY = Pattern.compile(
            "(\\d\\d:\\d\\d:\\d\\d),(\\d{3}) .*WFLYSRV0027.*?\\n(?s:.*?)(\\d\\d:\\d\\d:\\d\\d),(\\d{3}) .*WFLYSRV0010");

    private static final Pattern ON_PAYARA = Pattern.compile("was successfully deployed in ([\\d,]+) milliseconds");

    @Test
    void extensionAddsLessThanAFewPercentToADeploymentOnWildFly() {
        measure(
                folder -> new WildFly("standalone", folder),
                log -> {
                    Matcher line = found(ON_WILDFLY, log);
                    return millis(line.group(3), line.group(4)) - millis(line.group(1), line.group(2));
                },
                1.05);
    }

    /** Payara resolves a bundle for the first class of each API that is used, which applications without any spare it. */
    @Test
    void extensionAddsLittleToADeploymentOnPayaraServer() {
        measure(
                PayaraServer::new,
                log -> Double.parseDouble(found(ON_PAYARA, log).group(1).replace(",", "")),
                1.2);
    }

    private static void measure(Function<Path, Server> server, ToDoubleFunction<String> time, double limit) {
        Path folder = Folders.create(Path.of(System.getProperty("servers.target"), "start-up-cost"));
        Path with = ManyBeans.write(folder, "with.war", List.of());
        Path without = ManyBeans.write(folder, "without.war", List.of("millrace-cdi"));
        List<Cost> costsWith = new ArrayList<>();
        List<Cost> costsWithout = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            costsWithout.add(deploy(server, without, time));
            costsWith.add(deploy(server, with, time));
        }
        report(costsWith, costsWithout, limit);
    }

    private static void report(List<Cost> with, List<Cost> without, double limit) {
        double time = median(with, Cost::time) / median(without, Cost::time);
        double processor = median(with, Cost::processor) / median(without, Cost::processor);
        System.out.printf(
                Locale.ROOT,
                "%s, first deployment of 500 beans with 50 handlers: %.0f ms with, %.0f ms without, ratio %.3f;"
                        + " processor time %.0f ms and %.0f ms, ratio %.3f%n%s%n%s%n",
                with.get(0).server(),
                median(with, Cost::time),
                median(without, Cost::time),
                time,
                median(with, Cost::processor),
                median(without, Cost::processor),
                processor,
                with,
                without);
        // Whichever the machine's other work disturbed less.
        assertThat(Math.min(time, processor)).isLessThan(limit);
    }

    /** What one deployment cost, in milliseconds. */
    private record Cost(String server, double time, double processor) {}

    private static double median(List<Cost> costs, ToDoubleFunction<Cost> of) {
        return costs.stream()
                .mapToDouble(of)
                .sorted()
                .skip(costs.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    private static Cost deploy(Function<Path, Server> server, Path war, ToDoubleFunction<String> time) {
        try (Stage stage = new Stage("start-up-cost", server)) {
            stage.with();
            int from = stage.server().log().length();
            Duration before = processorTime(stage);
            stage.with(war);
            Duration after = processorTime(stage);
            return new Cost(
                    stage.server().name(),
                    time.applyAsDouble(stage.server().log().substring(from)),
                    after.minus(before).toMillis());
        }
    }

    private static Matcher found(Pattern pattern, String log) {
        Matcher matcher = pattern.matcher(log);
        assertThat(matcher.find()).as("%s in the log", pattern).isTrue();
        return matcher;
    }

    private static Duration processorTime(Stage stage) {
        return stage.server().process().java().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static double millis(String time, String millis) {
        return LocalTime.parse(time).toNanoOfDay() / 1e6 + Double.parseDouble(millis);
    }
}
