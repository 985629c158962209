package dev.millrace.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the extension adds to the deployment of a large application on a server that just started, told by its own log. */
@Tag("start-up-cost")
class StartUpCostIT {

    private static final int ROUNDS = 15;

    /** As servers have them, unlike in the checks of leaks: without, the JVM reads annotations again and again. */
    private static final Map<String, String> SOFT_REFERENCES =
            Map.of("_JAVA_OPTIONS", "-XX:SoftRefLRUPolicyMSPerMB=1000");

    private static final Pattern ON_WILDFLY = Pattern.compile(
            "(\\d\\d:\\d\\d:\\d\\d),(\\d{3}) .*WFLYSRV0027.*?\\n(?s:.*?)(\\d\\d:\\d\\d:\\d\\d),(\\d{3}) .*WFLYSRV0010");

    private static final Pattern ON_PAYARA = Pattern.compile("was successfully deployed in ([\\d,]+) milliseconds");

    @ParameterizedTest
    @EnumSource
    void extensionAddsLessThanFivePercentToADeploymentOnWildFly(Application application) {
        double ratio = measure(application, folder -> new WildFly("standalone", folder), log -> {
            Matcher line = found(ON_WILDFLY, log);
            return millis(line.group(3), line.group(4)) - millis(line.group(1), line.group(2));
        });
        assertThat(ratio).isLessThan(1.05);
    }

    @ParameterizedTest
    @EnumSource
    void extensionAddsLittleToADeploymentOnPayaraMicro(Application application) {
        double ratio = measure(
                application,
                folder -> new PayaraMicro("6.2025.10", System.getProperty("java.home"), folder),
                StartUpCostIT::onPayara);
        assertThat(ratio).isLessThan(1.12);
    }

    /** More than on the others: it takes long to find the first class of each API, and Millrace uses six more. */
    @ParameterizedTest
    @EnumSource
    void extensionAddsLittleToADeploymentOnPayaraServer(Application application) {
        assertThat(measure(application, PayaraServer::new, StartUpCostIT::onPayara))
                .isLessThan(1.15);
    }

    private static double onPayara(String log) {
        return Double.parseDouble(found(ON_PAYARA, log).group(1).replace(",", ""));
    }

    /** What is deployed, 500 beans with 50 handlers in each. */
    private enum Application {
        BEANS_ALONE(ManyBeans::war),
        BESIDE_REST_AND_JPA(ManyBeans::warWithRestAndJpa);

        private final Function<Path, Archive> archive;

        Application(Function<Path, Archive> archive) {
            this.archive = archive;
        }
    }

    /** What a deployment takes with the extension, as a ratio to what it takes without. */
    private static double measure(
            Application application, Function<Path, Server> server, ToDoubleFunction<String> time) {
        Path folder = Folders.create(Path.of(System.getProperty("servers.target"), "start-up-cost"));
        Archive archive = application.archive.apply(folder);
        Variant with = new Variant(archive.writeTo(folder, "with.war"));
        archive.without("WEB-INF/lib/millrace-cdi");
        Variant without = new Variant(archive.writeTo(folder, "without.war"));
        List<Variant> turns = new ArrayList<>(List.of(without, with));
        for (int round = 0; round < ROUNDS; round++) {
            turns.forEach(each -> each.costs.add(deploy(server, each.war, time)));
            Collections.reverse(turns);
        }
        return report(application, with, without);
    }

    /** One of the archives that are compared, and what each of its deployments cost. */
    private record Variant(Path war, List<Cost> costs) {

        Variant(Path war) {
            this(war, new ArrayList<>());
        }

        double median(ToDoubleFunction<Cost> of) {
            return costs.stream()
                    .mapToDouble(of)
                    .sorted()
                    .skip(costs.size() / 2)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Prints what was measured, and returns the ratio of the times. */
    private static double report(Application application, Variant with, Variant without) {
        double time = with.median(Cost::time) / without.median(Cost::time);
        double processor = with.median(Cost::processor) / without.median(Cost::processor);
        System.out.printf(
                Locale.ROOT,
                "%s, first deployment of 500 beans with 50 handlers, %s: %.0f ms with, %.0f ms without, ratio %.3f;"
                        + " processor time %.0f ms and %.0f ms, ratio %.3f%n  %s%n  %s%n",
                with.costs.get(0).server(),
                application.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                with.median(Cost::time),
                without.median(Cost::time),
                time,
                with.median(Cost::processor),
                without.median(Cost::processor),
                processor,
                with.costs,
                without.costs);
        return time;
    }

    /** What one deployment cost, in milliseconds; the processor time is that of the start too where it is one with it. */
    private record Cost(String server, double time, double processor) {

        @Override
        public String toString() {
            return "%.0f/%.0f".formatted(time, processor);
        }
    }

    private static Cost deploy(Function<Path, Server> server, Path war, ToDoubleFunction<String> time) {
        try (Stage stage = new Stage("start-up-cost", server)) {
            stage.environment(SOFT_REFERENCES);
            int from = 0;
            Duration before = Duration.ZERO;
            if (stage.server().deploysWhileItRuns()) {
                stage.with();
                from = stage.server().log().length();
                before = processorTime(stage);
            }
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
