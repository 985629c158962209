package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import dev.millrace.cdi.HandlerCandidate.BeanKind;
import dev.millrace.cdi.HandlerCandidate.ScopeKind;
import dev.millrace.spi.Settings;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HND-9, HND-12: names and options by configuration, and the switch that turns Millrace off. */
class ConfigurationTest {

    private static Settings settings(Map<String, String> values) {
        return new Settings(name -> Optional.ofNullable(values.get(name)));
    }

    @ParameterizedTest
    @CsvSource({
        "order.placed,order.placed",
        "${set},here",
        "a.${set}.b,a.here.b",
        "${set}-${set},here-here",
        "${set:other},here",
        "${unset:order.placed},order.placed",
        "${unset:}x,x",
        "a$b,a$b",
        "${money},a$1",
    })
    void aTopicIsResolved(String written, String expected) {
        List<String> faults = new ArrayList<>();
        assertThat(NameExpression.resolve(
                        "H#m", "topic", written, settings(Map.of("set", "here", "money", "a$1")), faults))
                .contains(expected);
        assertThat(faults).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${unset}    | MILL-005 H#m: topic cannot be resolved (was \"${unset}\", and nothing is configured for"
                        + " unset). Set unset, or give a default as in ${unset:name}.",
                "a${unset    | MILL-006 H#m: topic is no complete expression (was \"a${unset\"). Write ${name} or"
                        + " ${name:default}.",
                "${}         | MILL-006 H#m: topic is no complete expression (was \"${}\"). Write ${name} or"
                        + " ${name:default}.",
                "${unset:}   | MILL-002 H#m: topic needs a name (was \"${unset:}\"). Give one that is not blank.",
            })
    void aTopicThatCannotBeResolvedIsAFault(String written, String fault) {
        List<String> faults = new ArrayList<>();
        assertThat(NameExpression.resolve("H#m", "topic", written, settings(Map.of()), faults))
                .isEmpty();
        assertThat(faults).containsExactly(fault);
    }

    private static Optional<HandlerMethod> handler(Map<String, String> values, List<String> faults) throws Exception {
        return handler(settings(values), faults);
    }

    private static Optional<HandlerMethod> handler(Settings settings, List<String> faults) throws Exception {
        var method = Configured.class.getDeclaredMethod("handle", String.class);
        HandlerCandidate candidate = new HandlerCandidate(
                method,
                Optional.of(method.getAnnotation(Consumes.class)),
                Optional.empty(),
                Configured.class,
                BeanKind.MANAGED,
                java.util.Set.of(Configured.class),
                Dependent.class,
                ScopeKind.PSEUDO,
                java.util.Set.of());
        SuppliedBean<?> bean = new SuppliedBean<>(String.class, Dependent.class, () -> "");
        return HandlerMethod.of(candidate, candidate.consumes().orElseThrow(), bean, settings, faults);
    }

    @Test
    void withoutConfigurationTheAnnotationCounts() throws Exception {
        ConsumerOptions options =
                handler(Map.of(), new ArrayList<>()).orElseThrow().options();
        assertThat(options.concurrency()).isEqualTo(2);
        assertThat(options.maxDeliveries()).hasValue(3);
        assertThat(options.retryAfter()).contains(Duration.ofSeconds(1));
        assertThat(options.maxRuntime()).contains(Duration.ofMinutes(1));
        assertThat(options.orderedBy()).contains("customer");
    }

    @Test
    void everyNumberAndDurationIsOverriddenByConfiguration() throws Exception {
        String prefix = "millrace.handler.configured.topic.g.";
        ConsumerOptions options = handler(
                        Map.of(
                                "configured.name",
                                "configured.topic",
                                prefix + "concurrency",
                                "8",
                                prefix + "max-deliveries",
                                "9",
                                prefix + "retry-after",
                                "10s",
                                prefix + "max-runtime",
                                "PT11S"),
                        new ArrayList<>())
                .orElseThrow()
                .options();
        assertThat(options.concurrency()).isEqualTo(8);
        assertThat(options.maxDeliveries()).hasValue(9);
        assertThat(options.retryAfter()).contains(Duration.ofSeconds(10));
        assertThat(options.maxRuntime()).contains(Duration.ofSeconds(11));
    }

    @Test
    void anOverrideThatIsNoNumberIsAFaultThatNamesTheSetting() throws Exception {
        List<String> faults = new ArrayList<>();
        assertThat(handler(Map.of("millrace.handler.fallback.g.concurrency", "many"), faults))
                .isEmpty();
        assertThat(faults)
                .containsExactly("MILL-004 " + Configured.class.getName() + "#handle:"
                        + " millrace.handler.fallback.g.concurrency is invalid."
                        + " millrace.handler.fallback.g.concurrency: a whole number is needed (was \"many\"). Write"
                        + " one, such as 5.");
    }

    @Dependent
    static class Configured {
        @Consumes(
                topic = "${configured.name:fallback}",
                group = "g",
                concurrency = 2,
                maxDeliveries = 3,
                retryAfter = "1s",
                maxRuntime = "1m",
                orderedBy = "customer")
        void handle(String text) {}
    }

    @Test
    void overrideThatNoHandlerHasIsUnused() throws Exception {
        Map<String, String> values = Map.of(
                "millrace.handler.fallback.g.concurency", "8",
                "millrace.handler.fallbak.g.concurrency", "8",
                "millrace.subscriber.fallback.bufer", "8",
                "MILLRACE_HANDLER_FALLBACK_G_RETRYAFTER", "1s",
                "millrace.handler.fallback.g.concurrency", "8",
                "MILLRACE_HANDLER_FALLBACK_G_MAX_DELIVERIES", "2",
                "millrace.redis.url", "redis://here");
        AskedSettings asked =
                new AskedSettings(new Settings(name -> Optional.ofNullable(values.get(name)), values::keySet));

        handler(asked.settings(), new ArrayList<>());

        assertThat(asked.unused())
                .containsExactly(
                        "MILLRACE_HANDLER_FALLBACK_G_RETRYAFTER",
                        "millrace.handler.fallback.g.concurency",
                        "millrace.handler.fallbak.g.concurrency",
                        "millrace.subscriber.fallback.bufer");
    }

    @Test
    void overrideIsTakenFromASourceThatListsNothing() throws Exception {
        Settings unlisted = new AskedSettings(
                        new Settings(name -> name.endsWith(".concurrency") ? Optional.of("8") : Optional.empty()))
                .settings();

        assertThat(handler(unlisted, new ArrayList<>()).orElseThrow().options().concurrency())
                .isEqualTo(8);
    }

    @Test
    void sourceIsAskedOnceForASettingAndNotForOverridesThatItDoesNotList() throws Exception {
        List<String> asked = new ArrayList<>();
        Settings settings = new AskedSettings(new Settings(
                        name -> {
                            asked.add(name);
                            return Optional.of("8");
                        },
                        () -> Set.of("configured.name", "MILLRACE_HANDLER_8_G_CONCURRENCY")))
                .settings();

        assertThat(handler(settings, new ArrayList<>()).orElseThrow().options().concurrency())
                .isEqualTo(8);
        handler(settings, new ArrayList<>());

        assertThat(asked).containsExactly("configured.name", "millrace.handler.8.g.concurrency");
    }

    @Test
    void overrideThatIsMisspeltIsToldAtDeployment() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // SmallRye Config keeps the names that it saw first, for each class loader.
        thread.setContextClassLoader(new ClassLoader(before) {});
        System.setProperty("millrace.handler.configuration.misspelt.g.concurency", "8");
        System.setProperty("configuration.topic", "configuration.misspelt");
        try (LogLines log = LogLines.of(ConsumesExtension.class);
                Application application = Application.of(Expression.class)) {
            application.publish("configuration.misspelt", "x");
            assertThat(application.seen()).isEqualTo("x");
            assertThat(log.lines())
                    .containsExactly("MILL-070 millrace.handler.configuration.misspelt.g.concurency: no handler of this"
                            + " application has this option (was ignored). Correct the topic, the group or the option"
                            + " in its name, or leave it to the application that it is for.");
        } finally {
            thread.setContextClassLoader(before);
            System.clearProperty("millrace.handler.configuration.misspelt.g.concurency");
            System.clearProperty("configuration.topic");
        }
    }

    @Test
    void invalidRetentionOfATopicThatNobodyPublishedToFailsTheStart() {
        String setting = "millrace.memory.max-length.configuration.other";
        System.setProperty(setting, "many");
        System.setProperty("configuration.topic", "configuration.retained");
        try {
            assertThatThrownBy(() -> Application.refusal(Application.initializer(Expression.class)))
                    .hasStackTraceContaining(setting + ": a whole number is needed (was \"many\")");
        } finally {
            System.clearProperty(setting);
            System.clearProperty("configuration.topic");
        }
    }

    @Test
    void microProfileConfigIsASourceOfSettings() {
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {};
        ConfigProviderResolver.instance()
                .registerConfig(
                        new SmallRyeConfigBuilder()
                                .withSources(new PropertiesConfigSource(
                                        Map.of("configuration.topic", "configuration.chosen"), "test", 500))
                                .build(),
                        loader);
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try (Application application = Application.of(Expression.class)) {
            application.publish("configuration.chosen", "x");
            assertThat(application.seen()).isEqualTo("x");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @ApplicationScoped
    static class Expression {
        @Inject
        Seen seen;

        @Consumes(topic = "${configuration.topic}", group = "g")
        void handle(String text) {
            seen.add(text);
        }
    }

    @Test
    void withoutMicroProfileConfigSystemPropertiesAreTheSource() throws Exception {
        System.setProperty("configuration.topic", "configuration.system");
        try {
            assertThat(Isolated.without(entry -> entry.contains("config")).call(BySystem.class, "seen"))
                    .isEqualTo("x");
        } finally {
            System.clearProperty("configuration.topic");
        }
    }

    /** Called on a class path without MicroProfile Config, and so apart from the test that uses it. */
    static class BySystem {
        static String seen() {
            try (Application application = Application.of(Expression.class)) {
                application.publish("configuration.system", "x");
                return (String) application.seen();
            }
        }
    }

    @Test
    void switchedOffTheApplicationStartsAndTheBrokerRefusesToPublish() {
        System.setProperty("millrace.enabled", "false");
        try (Application application = Application.of(Application.initializer(Expression.class))) {
            assertThatThrownBy(() -> application.publish("configuration.chosen", "x"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("MILL-051 broker: Millrace is switched off (was millrace.enabled=false). Set it to true"
                            + " to publish and consume.");
            MessageBroker broker = application.get(MessageBroker.class);
            assertThatThrownBy(() -> broker.deadLetters("t")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> broker.consumer("t", "g", "n"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("MILL-051");
            assertThat(application.get(ConsumerRegistry.class).subscriptions()).isEmpty();
        } finally {
            System.clearProperty("millrace.enabled");
        }
    }
}
