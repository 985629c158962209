package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Qualifier;
import jakarta.inject.Singleton;

import dev.millrace.Broker;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import dev.millrace.Topic;
import org.junit.jupiter.api.Test;

/** HND-9, HND-10: without a usable broker the deployment fails, and says how to supply one. */
class BrokerRefusalTest {

    @Test
    void aBrokerOfAShortScopeIsRefused() {
        assertThat(Application.refusal(Application.initializer(Handler.class, EachTime.class)))
                .startsWith("Millrace found a problem with this application:\n  MILL-044 broker: each injection or"
                        + " request would get a broker of its own (was ")
                .endsWith(", @Dependent). Add @ApplicationScoped.");
    }

    @ApplicationScoped
    static class EachTime {
        @Produces
        Broker broker() {
            return new CountingBroker();
        }
    }

    @Test
    void anUnknownProviderIsRefused() {
        assertThat(refusedWith("millrace.provider", "rabbit"))
                .isEqualTo("Millrace found a problem with this application:\n  MILL-041 millrace.provider: no provider"
                        + " has that name (was \"rabbit\"; present: memory). Correct the name, or add the provider's"
                        + " jar.");
    }

    @Test
    void anInvalidShutdownTimeoutIsRefused() {
        assertThat(refusedWith("millrace.shutdown-timeout", "long"))
                .isEqualTo("Millrace found a problem with this application:\n  MILL-045 configuration:"
                        + " millrace.shutdown-timeout: a duration is needed (was \"long\"). Write 500ms, 5s, 2m, 1h,"
                        + " 1d or PT5S.");
    }

    @Test
    void aNegativeShutdownTimeoutIsRefused() {
        assertThat(refusedWith("millrace.shutdown-timeout", "PT-5S"))
                .isEqualTo("Millrace found a problem with this application:\n  MILL-045 configuration:"
                        + " millrace.shutdown-timeout: must not be negative (was PT-5S). Write zero, or longer.");
    }

    private static String refusedWith(String setting, String value) {
        System.setProperty(setting, value);
        try {
            return Application.refusal(Application.initializer(Handler.class));
        } finally {
            System.clearProperty(setting);
        }
    }

    @Test
    void handlersWithoutABrokerAreRefusedWithTheWaysToSupplyOne() throws Exception {
        String report = Isolated.without(entry -> entry.contains("memory")).call(BrokerRefusalTest.class, "noBroker");
        assertThat(report)
                .isEqualTo("Millrace found a problem with this application:\n"
                        + "  MILL-040 broker: 2 places need a broker, and there is none (was no broker bean, and no"
                        + " provider on the class path; qualified beans are not taken: a qualified one).\n"
                        + "    handler " + Handler.class.getName() + "#handle\n"
                        + "    injection at " + Publisher.class.getName() + "#broker\n"
                        + "  Either add a provider, such as millrace-redis with millrace.redis.url, or"
                        + " millrace-memory;\n"
                        + "  or produce one: @Produces @ApplicationScoped Broker broker() { ... }.\n"
                        + "  millrace.enabled=false runs the application without.");
    }

    /** Called on a class path without providers. */
    static String noBroker() {
        return Application.refusal(
                        Application.initializer(Handler.class, Publisher.class, Unsatisfied.class, Qualified.class))
                .replaceAll("(not taken: ).*?\\)\\.\n", "$1a qualified one).\n");
    }

    @Test
    void topicWithoutABrokerIsRefusedWithItsPlace() throws Exception {
        assertThat(Isolated.without(entry -> entry.contains("memory")).call(BrokerRefusalTest.class, "topicAlone"))
                .contains("MILL-040 broker: 1 place needs a broker")
                .contains("    injection at " + WithTopic.class.getName() + "#orders\n");
    }

    /** Called on a class path without providers. */
    static String topicAlone() {
        return Application.refusal(Application.initializer(WithTopic.class));
    }

    @ApplicationScoped
    static class WithTopic {
        @Inject
        @TopicName("orders")
        Topic<String> orders;
    }

    @Dependent
    static class Unsatisfied {
        @Inject
        Comparable<Thread> nobodyHasIt;
    }

    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface Special {}

    @ApplicationScoped
    static class Qualified {
        @Produces
        @Special
        @ApplicationScoped
        Broker broker() {
            throw new IllegalStateException("not asked for");
        }
    }

    @Test
    void anApplicationWithoutHandlersNeedsNoBrokerUntilItPublishes() throws Exception {
        assertThat(Isolated.without(entry -> entry.contains("memory")).call(BrokerRefusalTest.class, "noHandlers"))
                .startsWith("MILL-040 broker: 0 places need a broker, and there is none");
    }

    /** Called on a class path without providers. */
    static String noHandlers() {
        try (Application application = Application.of(Application.initializer())) {
            return message(() -> application.publish("source.topic", "x"));
        }
    }

    private static String message(Runnable call) {
        try {
            call.run();
            return "none";
        } catch (IllegalStateException e) {
            return e.getMessage();
        }
    }

    @Singleton
    static class Publisher {
        @Inject
        MessageBroker broker;
    }

    @ApplicationScoped
    static class Handler {
        @Inject
        Seen seen;

        @Consumes(topic = "source.topic", group = "g")
        void handle(String text) {
            seen.add(text);
        }
    }
}
