package dev.millrace.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the extension adds to the deployment of a large application, told by WildFly's own log. */
@Tag("start-up-cost")
class StartUpCostIT {

    private static final int ROUNDS = 9;
    private static final double LIMIT = 1.05;

    private static final Pattern DEPLOYMENT = Pattern.compile(
            "(\\d\\d:\\d\\d:\\d\\d),(\\d{3}) .*WFLYSRV0027.*?\\n(?s:.*?)(\\d\\d:\\d\\d:\\d\\d),(\\d{3}) .*WFLYSRV0010");

    @Test
    void extensionAddsLessThanAFewPercentToADeployment() {
        try (Stage stage = new Stage("start-up-cost", folder -> new WildFly("standalone", folder))) {
            Path with = ManyBeans.write(stage.folder(), "with.war", List.of());
            Path without = ManyBeans.write(stage.folder(), "without.war", List.of("millrace-cdi"));
            // Two for the server to warm up.
            deploy(stage, with);
            deploy(stage, without);
            List<Cost> costsWith = new ArrayList<>();
            List<Cost> costsWithout = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                costsWithout.add(deploy(stage, without));
                costsWith.add(deploy(stage, with));
            }
            double time = median(costsWith, false) / median(costsWithout, false);
            double processor = median(costsWith, true) / median(costsWithout, true);
            System.out.printf(
                    Locale.ROOT,
                    "Deployment of 500 beans with 50 handlers: %.0f ms with, %.0f ms without, ratio %.3f;"
                            + " processor time %.0f ms and %.0f ms, ratio %.3f%n",
                    median(costsWith, false),
                    median(costsWithout, false),
                    time,
                    median(costsWith, true),
                    median(costsWithout, true),
                    processor);
            // Whichever the machine's other work disturbed less.
            assertThat(Math.min(time, processor)).isLessThan(LIMIT);
        }
    }

    /** What one deployment cost, in milliseconds. */
    private record Cost(double time, double processor) {}

    private static double median(List<Cost> costs, boolean processor) {
        return costs.stream()
                .mapToDouble(cost -> processor ? cost.processor() : cost.time())
                .sorted()
                .skip(costs.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    private static Cost deploy(Stage stage, Path war) {
        stage.with();
        int from = stage.server().log().length();
        Duration before = processorTime(stage);
        stage.with(war);
        Duration after = processorTime(stage);
        Matcher deployment = DEPLOYMENT.matcher(stage.server().log().substring(from));
        assertThat(deployment.find()).as("lines of the deployment in the log").isTrue();
        return new Cost(
                millis(deployment.group(3), deployment.group(4)) - millis(deployment.group(1), deployment.group(2)),
                after.minus(before).toMillis());
    }

    private static Duration processorTime(Stage stage) {
        return stage.server().process().java().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static double millis(String time, String millis) {
        return LocalTime.parse(time).toNanoOfDay() / 1e6 + Double.parseDouble(millis);
    }
}
