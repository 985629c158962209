package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Specializes;
import jakarta.enterprise.inject.Vetoed;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.inject.Inject;

import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import dev.millrace.Subscription;
import dev.millrace.cdi.elsewhere.PublicBridge;
import dev.millrace.cdi.elsewhere.WithProtectedHandler;
import org.junit.jupiter.api.Test;

/** HND-5: one logical handler per overridden method, none that is stale. */
class HandlerDiscoveryTest {

    private static List<String> topics(Application application) {
        return application.get(ConsumerRegistry.class).subscriptions().stream()
                .map(Subscription::topic)
                .sorted()
                .toList();
    }

    @Test
    void aHandlerOfAGenericSuperclassTakesTheTypeThatTheBeanNames() {
        try (Application application = Application.of(Concrete.class)) {
            application.publish("discovery.generic", new Item("a"));
            assertThat(application.seen()).isEqualTo(new Item("a"));
        }
    }

    /** A payload. */
    public record Item(String name) {}

    abstract static class Generic<T> {
        @Inject
        Seen seen;

        @Consumes(topic = "discovery.generic", group = "g")
        void handle(T payload) {
            seen.add(payload);
        }
    }

    abstract static class Between<E> extends Generic<E> {}

    @ApplicationScoped
    static class Concrete extends Between<Item> {}

    @Test
    void aBridgeMethodIsNoSecondHandler() {
        try (Application application = Application.of(Bridged.class)) {
            assertThat(topics(application)).containsExactly("discovery.bridged");
            application.publish("discovery.bridged", new Item("b"));
            assertThat(application.seen()).isEqualTo("Bridged b");
        }
    }

    @ApplicationScoped
    static class Bridged extends Generic<Item> {
        @Override
        @Consumes(topic = "discovery.bridged", group = "g")
        void handle(Item item) {
            seen.add("Bridged " + item.name());
        }
    }

    @Test
    void aBridgeThatOnlyMakesAMethodVisibleHidesNoHandler() {
        try (Application application = Application.of(PublicBridge.class)) {
            assertThat(topics(application)).containsExactly("discovery.visible");
        }
    }

    @Test
    void anOverrideWithoutTheAnnotationIsNoHandler() {
        try (Application application = Application.of(Silent.class)) {
            assertThat(topics(application)).isEmpty();
        }
    }

    @ApplicationScoped
    static class Silent extends Generic<Item> {
        @Override
        void handle(Item item) {}
    }

    @Test
    void anInheritedProtectedHandlerOfAnotherPackageIsCalled() {
        try (Application application = Application.of(Inheriting.class)) {
            application.publish("discovery.protected", "x");
            assertThat(application.seen()).isEqualTo("Inheriting x");
        }
    }

    @ApplicationScoped
    static class Inheriting extends WithProtectedHandler {
        @Inject
        Seen seen;

        @Override
        protected void found(String text) {
            seen.add("Inheriting " + text);
        }
    }

    @Test
    void aHandlerInheritedByTwoBeansIsRefused() {
        assertThat(Application.refusal(Concrete.class, Other.class))
                .contains("MILL-001 " + Concrete.class.getName() + "#handle (inherited from " + Generic.class.getName()
                        + ") and " + Other.class.getName() + "#handle (inherited from " + Generic.class.getName()
                        + ")");
    }

    @ApplicationScoped
    static class Other extends Generic<Item> {}

    @Test
    void aSpecializedBeanHandlesNothing() {
        try (Application application = Application.of(Usual.class, Special.class)) {
            application.publish("discovery.usual", "x");
            assertThat(application.seen()).isEqualTo("Special x");
            assertThat(topics(application)).containsExactly("discovery.usual");
        }
    }

    @ApplicationScoped
    static class Usual {
        @Inject
        Seen seen;

        @Consumes(topic = "discovery.usual", group = "g")
        void handle(String text) {
            seen.add("Usual " + text);
        }
    }

    @Specializes
    @ApplicationScoped
    static class Special extends Usual {
        @Override
        @Consumes(topic = "discovery.usual", group = "g")
        void handle(String text) {
            seen.add("Special " + text);
        }
    }

    @Test
    void aVetoedBeanHandlesNothing() {
        try (Application application = Application.of(Gone.class, Usual.class)) {
            assertThat(topics(application)).containsExactly("discovery.usual");
        }
    }

    @Vetoed
    static class Gone {
        @Consumes(topic = "discovery.usual", group = "g")
        void handle(String text) {}
    }

    @Test
    void anAlternativeThatIsNotEnabledHandlesNothing() {
        try (Application application = Application.of(NotEnabled.class, Usual.class)) {
            assertThat(topics(application)).containsExactly("discovery.usual");
        }
    }

    @Alternative
    @ApplicationScoped
    static class NotEnabled {
        @Consumes(topic = "discovery.usual", group = "g")
        void handle(String text) {}
    }

    @Test
    void anInterfacesDefaultMethodIsNoHandler() {
        try (Application application = Application.of(Implementing.class)) {
            assertThat(topics(application)).isEmpty();
        }
    }

    interface WithDefault {
        @Consumes(topic = "discovery.default", group = "g")
        default void handle(String text) {}
    }

    @Dependent
    static class Implementing implements WithDefault {}

    @Test
    void aMarkThatAnotherExtensionAddsMakesAHandler() {
        try (Application application =
                Application.of(Application.initializer(MarkedLater.class, Application.MemoryBean.class)
                        .addExtensions(new Marking()))) {
            assertThat(topics(application)).containsExactly("discovery.later");
            application.publish("discovery.later", "x");
            assertThat(application.seen()).isEqualTo("later x");
        }
    }

    static class Marking implements Extension {
        void mark(@Observes ProcessAnnotatedType<MarkedLater> event) throws ReflectiveOperationException {
            Consumes mark = Mark.class.getDeclaredMethod("later").getAnnotation(Consumes.class);
            event.configureAnnotatedType()
                    .filterMethods(method -> method.getJavaMember().getName().equals("handle"))
                    .forEach(method -> method.add(mark));
        }
    }

    static class Mark {
        @Consumes(topic = "discovery.later", group = "g")
        void later() {}
    }

    @ApplicationScoped
    static class MarkedLater {
        @Inject
        Seen seen;

        void handle(String text) {
            seen.add("later " + text);
        }
    }
}
