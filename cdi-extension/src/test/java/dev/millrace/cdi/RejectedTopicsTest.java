package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import dev.millrace.Topic;
import org.junit.jupiter.api.Test;

/** Topics without a name or a type fail the deployment, each told by the place where it is injected. */
class RejectedTopicsTest {

    private static void assertRefused(Class<?> bean, String code, String member, String rest) {
        assertThat(Application.refusal(bean))
                .isEqualTo("Millrace found a problem with this application:\n  " + code + " injection at "
                        + bean.getName() + "#" + member + ": " + rest);
    }

    @ApplicationScoped
    static class Blank {
        @Inject
        @TopicName(" ")
        Topic<String> orders;
    }

    @Test
    void blankNameIsRefused() {
        assertRefused(
                Blank.class, "MILL-002", "orders", "@TopicName needs a name (was \" \"). Give one that is not blank.");
    }

    @ApplicationScoped
    static class Unresolved {
        @Inject
        @TopicName("${no.such.topic}")
        Topic<String> orders;
    }

    @Test
    void unresolvedNameIsRefused() {
        assertRefused(
                Unresolved.class,
                "MILL-005",
                "orders",
                "@TopicName cannot be resolved (was \"${no.such.topic}\", and nothing is configured for"
                        + " no.such.topic). Set no.such.topic, or give a default as in ${no.such.topic:name}.");
    }

    @ApplicationScoped
    @SuppressWarnings("rawtypes")
    static class Raw {
        @Inject
        @TopicName("orders")
        Topic orders;
    }

    @Test
    void rawTopicIsRefused() {
        assertRefused(Raw.class, "MILL-080", "orders", openType("Topic"));
    }

    @ApplicationScoped
    static class OfAnything {
        @Inject
        @TopicName("orders")
        Topic<?> orders;
    }

    @Test
    void wildcardIsRefused() {
        assertRefused(OfAnything.class, "MILL-080", "orders", openType("Topic<?>"));
    }

    @Dependent
    static class Open<T> {
        @Inject
        @TopicName("orders")
        Topic<List<T>> orders;
    }

    @Test
    void openTypeVariableIsRefused() {
        assertRefused(Open.class, "MILL-080", "orders", openType("Topic<java.util.List<T>>"));
    }

    @ApplicationScoped
    static class ByConstructor {

        ByConstructor() {}

        @Inject
        ByConstructor(@TopicName("") Topic<String> orders) {
            orders.name();
        }
    }

    @Test
    void placeOfAConstructorIsToldAsOne() {
        assertRefused(
                ByConstructor.class,
                "MILL-002",
                "new",
                "@TopicName needs a name (was \"\"). Give one that is not blank.");
    }

    @ApplicationScoped
    static class Unnamed {
        @Inject
        Topic<String> orders;
    }

    @Test
    void topicWithoutANameIsToldWhatToAdd() {
        assertRefused(Unnamed.class, "MILL-081", "orders", unnamed());
    }

    @ApplicationScoped
    static class OfAnyName {
        @Inject
        @Any
        Topic<String> orders;
    }

    @Test
    void topicOfAnyNameIsToldWhatToAdd() {
        assertRefused(OfAnyName.class, "MILL-081", "orders", unnamed());
    }

    @ApplicationScoped
    static class Chosen {
        @Inject
        @Any
        Instance<Topic<String>> topics;

        Topic<String> any() {
            return topics.get();
        }
    }

    @Test
    void topicThatIsGotWithoutItsNameIsToldWhatToAdd() {
        try (Application application = Application.of(Chosen.class)) {
            Chosen chosen = application.get(Chosen.class);
            assertThatThrownBy(chosen::any).hasStackTraceContaining(unnamed());
        }
    }

    @ApplicationScoped
    static class InObserver {
        void started(@Observes Startup event, Topic<String> orders) {}
    }

    @Test
    void topicOfAnObserverIsToldToo() {
        assertRefused(InObserver.class, "MILL-081", "started", unnamed());
    }

    @ApplicationScoped
    static class InDisposer {
        @Produces
        Integer number() {
            return 1;
        }

        void dispose(@Disposes Integer number, Topic<String> orders) {}
    }

    @Test
    void topicOfADisposerIsToldToo() {
        assertRefused(InDisposer.class, "MILL-081", "dispose", unnamed());
    }

    private static String unnamed() {
        return "a topic is injected by its name (was without @TopicName). Add @TopicName(\"...\").";
    }

    private static String openType(String found) {
        return "the payloads of a topic need a type (was " + found + "). Write it out, as in Topic<Order>;"
                + " Topic<String> and Topic<byte[]> take payloads as they are.";
    }
}
