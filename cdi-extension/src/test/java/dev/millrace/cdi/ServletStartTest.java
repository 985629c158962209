package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** DRN-1, DRN-2: handlers start and drain with the servlet context, where there is one. */
class ServletStartTest {

    private final FakeServletContext servlets =
            new FakeServletContext(getClass().getClassLoader());

    @AfterEach
    void forget() {
        StartOrder.announce(getClass().getClassLoader());
        StartOrder.arrived(getClass().getClassLoader(), false);
    }

    @ApplicationScoped
    static class Handler {
        @Inject
        Seen seen;

        @Consumes(topic = "servlet.topic", group = "g")
        void handle(String text) {
            seen.add("handled " + text);
        }
    }

    @Test
    void handlersWaitForTheContextThatWasAnnounced() {
        servlets.initializer();
        try (Application application = Application.of(Handler.class)) {
            application.publish("servlet.topic", "early");
            assertThat(subscriptions(application)).isZero();
            servlets.initialize();
            assertThat(application.seen()).isEqualTo("handled early");
            assertThat(subscriptions(application)).isOne();
        }
    }

    @Test
    void aContextThatIsUpBeforeTheContainerStartsNothingItself() {
        try (LogLines log = LogLines.of(ConsumesInitializer.class)) {
            servlets.initializer(Handler.class).initialize();
            assertThat(log.lines())
                    .containsExactly("MILL-057 /orders: there is no CDI container when the servlet context is up (was"
                            + " off, or starts later). Handlers start when it does, if ever; see that the application"
                            + " has CDI.");
        }
        try (Application application = Application.of(Handler.class)) {
            application.publish("servlet.topic", "x");
            assertThat(application.seen()).isEqualTo("handled x");
        }
    }

    @Test
    void theOnlyApplicationIsFoundWithoutCdisHelp() {
        try (Application application = Application.of(Handler.class)) {
            assertThat(Deployments.only()).isPresent();
            assertThat(application.container()).isNotNull();
        }
        assertThat(Deployments.only()).isEmpty();
    }

    @Test
    void theContextsEndStopsTheConsumersWhileTheContainerGoesOn() {
        servlets.initializer();
        try (Application application = Application.of(Handler.class)) {
            servlets.initialize();
            MessageBroker broker = application.get(MessageBroker.class);
            servlets.destroy();
            assertThatThrownBy(() -> broker.publish("servlet.topic", "x")).isInstanceOf(IllegalStateException.class);
            assertThat(application.get(Seen.class)).isNotNull();
            servlets.destroy();
        }
    }

    @Test
    void withoutAnInitializerTheHandlersStartWithTheApplicationScope() {
        try (LogLines log = LogLines.of(ConsumesInitializer.class)) {
            new ConsumesExtension().initialized(servlets.context());
            assertThat(log.lines())
                    .containsExactly(
                            "MILL-055 /orders: the servlet container leaves out Millrace's initializer (was an absolute"
                                    + " ordering in web.xml, without others?). Handlers start all the same, but before"
                                    + " the application's own listeners, and drain only when CDI goes down, after"
                                    + " requests were cut. Add <others/> to the ordering.");
        }
    }

    @Test
    void aHandlerOnAClassThatCdiNeverSawIsReported() {
        servlets.initializer(Unscoped.class, Handler.class, OfUnscoped.class);
        try (Application application = Application.of(Handler.class);
                LogLines log = LogLines.of(ConsumesExtension.class)) {
            servlets.initialize();
            assertThat(log.lines())
                    .isEqualTo(List.of("MILL-032 " + Unscoped.class.getName()
                            + "#handle: the class is no bean, so no message will ever come (was seen by the servlet"
                            + " container, but not by CDI). Give it a scope, such as @ApplicationScoped, or remove"
                            + " @Consumes."));
            assertThat(application.container()).isNotNull();
        }
    }

    static class Unscoped {
        @Consumes(topic = "servlet.unscoped", group = "g")
        void handle(String text) {}
    }

    abstract static class OfUnscoped {
        @Consumes(topic = "servlet.unscoped", group = "g")
        void handle(String text) {}
    }

    private static int subscriptions(Application application) {
        return application.get(ConsumerRegistry.class).subscriptions().size();
    }
}
