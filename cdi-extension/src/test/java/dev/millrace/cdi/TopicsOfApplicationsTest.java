package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import dev.millrace.ConsumerRegistry;
import dev.millrace.Position;
import dev.millrace.Topic;
import org.junit.jupiter.api.Test;

/** Injected topics follow their application: off with it, drained with it, and replaced by it. */
class TopicsOfApplicationsTest {

    @ApplicationScoped
    static class Shop {
        @Inject
        @TopicName("orders")
        Topic<String> orders;

        Topic<String> orders() {
            return orders;
        }
    }

    @Test
    void topicOfAnApplicationThatIsDownRefusesToEmit() {
        Application application = Application.of(Shop.class);
        Topic<String> orders = application.get(Shop.class).orders();
        orders.emit("tea");
        application.close();

        assertThatIllegalStateException().isThrownBy(() -> orders.emit("milk"));
    }

    @Test
    void subscriberIsDrainedWithTheApplication() {
        Application application = Application.of(Shop.class);
        Topic<String> orders = application.get(Shop.class).orders();
        orders.subscribe(Position.latest(), (order, message) -> {});
        assertThat(application.get(ConsumerRegistry.class).subscriptions()).hasSize(1);
        application.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> orders.subscribe(Position.latest(), (order, message) -> {}))
                .withMessageContaining("this registry starts nothing any more");
    }

    @ApplicationScoped
    static class OwnTopics {
        @Produces
        @ApplicationScoped
        Topic<String> own(ConsumerRegistry consumers) {
            return consumers.topic("own", String.class);
        }
    }

    @ApplicationScoped
    static class UserOfOwnTopic {
        @Inject
        Topic<String> topic;

        String name() {
            return topic.name();
        }
    }

    @Test
    void applicationMaySupplyATopicItself() {
        try (Application application = Application.of(OwnTopics.class, UserOfOwnTopic.class)) {
            assertThat(application.get(UserOfOwnTopic.class).name()).isEqualTo("own");
        }
    }

    @ApplicationScoped
    static class ByConfiguration {
        @Inject
        @TopicName("${no.such.topic}")
        Topic<String> orders;

        void emit() {
            orders.emit("x");
        }
    }

    @Test
    void topicThatIsSwitchedOffNeedsNoSettingAndRefusesToEmit() {
        System.setProperty("millrace.enabled", "false");
        try (Application application = Application.of(ByConfiguration.class)) {
            ByConfiguration bean = application.get(ByConfiguration.class);

            assertThatIllegalStateException().isThrownBy(bean::emit).withMessageStartingWith("MILL-051");
        } finally {
            System.clearProperty("millrace.enabled");
        }
    }
}
