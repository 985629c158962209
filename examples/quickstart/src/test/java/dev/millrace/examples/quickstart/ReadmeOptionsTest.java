package dev.millrace.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.se.SeContainerInitializer;

import dev.millrace.ConsumerOptions;
import dev.millrace.Consumes;
import dev.millrace.Position;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscribes;
import dev.millrace.cdi.ConsumesExtension;
import dev.millrace.memory.MemoryBroker;
import dev.millrace.memory.MemoryBrokerBuilder;
import dev.millrace.memory.MemoryBrokerProvider;
import dev.millrace.spi.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the option tables of the README to the code (OPT-1): every name, every default, none left out. */
class ReadmeOptionsTest {

    /** A handler whose configuration the tests break. */
    @ApplicationScoped
    static class Configured {
        @Consumes(topic = "readme.topic", group = "readme")
        void handle() {}

        @Subscribes(topic = "readme.topic")
        void handleAll() {}
    }

    /** The rows of a table, by their first cell: the cells without quotes. */
    private static Map<String, List<String>> table(String name) {
        String text = ReadmeTest.read(ReadmeTest.README);
        String start = "<!-- options:" + name + " -->";
        String table = text.substring(text.indexOf(start), text.indexOf("<!-- /options -->", text.indexOf(start)));
        Map<String, List<String>> rows = new LinkedHashMap<>();
        table.lines().filter(line -> line.startsWith("| `")).forEach(line -> {
            List<String> cells = Arrays.stream(line.substring(1).split("\\|"))
                    .map(cell -> cell.replace("`", "").strip())
                    .toList();
            rows.put(cells.get(0), cells);
        });
        return rows;
    }

    private static Duration duration(String text) {
        return Settings.parseDuration("README", text);
    }

    private static Object field(Object owner, Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
    }

    @Test
    void theHandlersOptionsAreThoseOfTheAnnotationAndTheBuilder() {
        Set<String> annotated = new TreeSet<>();
        for (Method member : Consumes.class.getDeclaredMethods()) {
            annotated.add(member.getName());
        }
        // What is consumed, of which a method names one event and options any number.
        annotated.removeAll(Set.of("topic", "group", "event"));
        Set<String> built = new TreeSet<>();
        for (Method method : ConsumerOptions.class.getMethods()) {
            if (method.getReturnType() == ConsumerOptions.class) {
                built.add(method.getName());
            }
        }
        // The container brings its own threads to an annotated handler, and the broker the name of its consumer.
        built.removeAll(Set.of("group", "events", "threads", "consumer"));
        assertThat(table("handler").keySet())
                .containsExactlyInAnyOrderElementsOf(annotated)
                .containsExactlyInAnyOrderElementsOf(built);
    }

    @Test
    void theHandlersDefaultsAreThoseOfTheCode() throws NoSuchMethodException {
        Map<String, List<String>> options = table("handler");
        ConsumerOptions defaults = ConsumerOptions.group("group");
        assertThat(options.get("concurrency").get(2)).isEqualTo(String.valueOf(defaults.concurrency()));
        assertThat(options.get("maxDeliveries").get(2)).isEqualTo(String.valueOf(RetryPolicy.DEFAULT.maxDeliveries()));
        assertThat(duration(options.get("retryAfter").get(2))).isEqualTo(RetryPolicy.DEFAULT.retryAfter());
        assertThat(options.get("startAt").get(2)).isEqualTo(defaults.startAt().name());
        assertThat(options.get("ack").get(2)).isEqualTo(defaults.ack().name());
        assertThat(options.get("deadLetterOn").get(2)).isEqualTo("none");
        assertThat(options.get("maxRuntime").get(2)).isEqualTo("none");
        assertThat(defaults.deadLetterOn()).isEmpty();
        assertThat(defaults.maxRuntime()).isEmpty();
        assertThat(options.get("orderedBy").get(2)).isEqualTo("none");
        assertThat(defaults.orderedBy()).isEmpty();
        assertThat(options.get("unhandled").get(2))
                .isEqualTo(defaults.unhandled().name());
        assertThat(defaults.maxDeliveries()).isEmpty();
        assertThat(defaults.retryAfter()).isEmpty();
        Method annotated = Configured.class.getDeclaredMethod("handle");
        Consumes annotation = annotated.getAnnotation(Consumes.class);
        assertThat(annotation.concurrency()).isEqualTo(defaults.concurrency());
        assertThat(annotation.startAt()).isEqualTo(defaults.startAt());
        assertThat(annotation.ack()).isEqualTo(defaults.ack());
        assertThat(annotation.unhandled()).isEqualTo(defaults.unhandled());
        assertThat(annotation.maxDeliveries()).isZero();
        assertThat(annotation.retryAfter() + annotation.maxRuntime() + annotation.orderedBy())
                .isEmpty();
        assertThat(annotation.deadLetterOn()).isEmpty();
    }

    @Test
    void theSubscribersOptionsAndDefaultsAreThoseOfTheCode() throws NoSuchMethodException {
        Map<String, List<String>> options = table("subscriber");
        Set<String> annotated = new TreeSet<>();
        for (Method member : Subscribes.class.getDeclaredMethods()) {
            annotated.add(member.getName());
        }
        annotated.remove("topic");
        assertThat(options.keySet()).containsExactlyInAnyOrderElementsOf(annotated);
        Subscribes annotation = Configured.class.getDeclaredMethod("handleAll").getAnnotation(Subscribes.class);
        SubscriberOptions defaults = SubscriberOptions.from(Position.parse(annotation.from()));
        assertThat(options.get("from").get(2)).isEqualTo(annotation.from());
        assertThat(options.get("buffer").get(2))
                .isEqualTo(String.valueOf(defaults.buffer()))
                .isEqualTo(String.valueOf(annotation.buffer()));
        assertThat(options.get("overflow").get(2))
                .isEqualTo(defaults.overflow().name())
                .isEqualTo(annotation.overflow().name());
    }

    static Stream<String> properties() {
        Stream<String> handlers = table("handler").values().stream()
                .map(cells -> cells.get(1))
                .filter(name -> !name.equals("–"))
                .map(name -> "millrace.handler.readme.topic.readme." + name);
        Stream<String> subscribers = Stream.of("millrace.subscriber.readme.topic.buffer");
        return Stream.of(handlers, subscribers, table("application").keySet().stream())
                .flatMap(each -> each);
    }

    @ParameterizedTest
    @MethodSource("properties")
    void everyPropertyOfTheTableIsReadAtDeployment(String property) {
        System.setProperty(property, "nonsense");
        try {
            SeContainerInitializer container = SeContainerInitializer.newInstance()
                    .disableDiscovery()
                    .addExtensions(new ConsumesExtension())
                    .addBeanClasses(Configured.class);
            assertThatThrownBy(container::initialize)
                    .hasMessageContaining(property)
                    .hasMessageContaining("nonsense");
        } finally {
            System.clearProperty(property);
        }
    }

    @Test
    void theApplicationsDefaultsAreThoseOfTheCode() throws ReflectiveOperationException {
        Map<String, List<String>> options = table("application");
        Class<?> shutdown = Class.forName("dev.millrace.cdi.ShutdownSettings");
        Object defaults = field(null, shutdown, "DEFAULT");
        assertThat(duration(options.get("millrace.shutdown-timeout").get(1)))
                .isEqualTo(field(defaults, shutdown, "timeout"));
        assertThat(options.get("millrace.drain-on-sigterm").get(1))
                .isEqualTo(String.valueOf(field(defaults, shutdown, "drainOnSigterm")));
    }

    @Test
    void theMemoryBrokersPropertiesAreThoseOfItsProvider() {
        Set<String> asked = new TreeSet<>();
        new MemoryBrokerProvider()
                .create(new Settings(name -> {
                    asked.add(name);
                    return Optional.empty();
                }))
                .close();
        assertThat(table("memory").keySet()).containsExactlyInAnyOrderElementsOf(asked);
    }

    @Test
    void theMemoryBrokersDefaultsAreThoseOfItsBuilder() throws ReflectiveOperationException {
        Map<String, List<String>> options = table("memory");
        RetryPolicy retryPolicy = (RetryPolicy) builderField("retryPolicy");
        assertThat(options.get("millrace.memory.max-deliveries").get(1))
                .isEqualTo(String.valueOf(retryPolicy.maxDeliveries()));
        assertThat(duration(options.get("millrace.memory.retry-after").get(1))).isEqualTo(retryPolicy.retryAfter());
        assertThat(duration(options.get("millrace.memory.claim-after").get(1))).isEqualTo(builderField("claimAfter"));
        Retention retention = (Retention) builderField("everywhere");
        assertThat(options.get("millrace.memory.max-length").get(1)).isEqualTo(String.valueOf(retention.maxLength()));
        assertThat(options.get("millrace.memory.trim-unacked").get(1))
                .isEqualTo(String.valueOf(retention.trimUnacked()));
        assertThat(options.get("millrace.memory.dead-letter-max-length").get(1))
                .isEqualTo(String.valueOf(retention.deadLetterMaxLength()));
        assertThat(options.get("millrace.memory.dead-letter-suffix").get(1))
                .isEqualTo(builderField("deadLetterSuffix"));
        assertThat(duration(options.get("millrace.memory.shutdown-timeout").get(1)))
                .isEqualTo(builderField("shutdownTimeout"));
        assertThat(duration(options.get("millrace.memory.idempotency-window").get(1)))
                .isEqualTo(builderField("idempotencyWindow"));
    }

    private static Object builderField(String name) throws ReflectiveOperationException {
        return field(MemoryBroker.builder(), MemoryBrokerBuilder.class, name);
    }
}
