package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import dev.millrace.Broker;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.memory.MemoryBroker;
import dev.millrace.spi.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** HND-8, HND-9, HND-10, REG-2: where the broker comes from, when it is opened, and that it is closed once. */
class BrokerSourceTest {

    @BeforeEach
    void reset() {
        CountingBroker.reset();
    }

    private static void assertHandles(Application application) {
        application.publish("source.topic", "x");
        assertThat(application.seen()).isEqualTo("x");
    }

    @Test
    void theOnlyProviderOfTheClassPathIsTaken() {
        try (Application application = Application.of(Application.initializer(Handler.class))) {
            assertHandles(application);
        }
    }

    @Test
    void theInjectedBrokerOfAProviderCanNeitherConsumeNorBeClosed() {
        try (Application application = Application.of(Application.initializer(Handler.class))) {
            assertThat(application.get(MessageBroker.class)).isNotInstanceOfAny(Broker.class, AutoCloseable.class);
        }
    }

    @Test
    void aProducedBrokerWithoutDisposerIsClosedByUsOnce() {
        try (Application application = Application.of(Application.initializer(Handler.class, Producer.class))) {
            assertHandles(application);
        }
        assertThat(CountingBroker.OPENED).hasValue(1);
        assertThat(CountingBroker.CLOSED).hasValue(1);
    }

    @ApplicationScoped
    static class Producer {
        @Produces
        @ApplicationScoped
        Broker broker() {
            return new CountingBroker();
        }
    }

    @Test
    void aProducedBrokerThatIsOnlyPublishedToIsClosedByUsOnce() {
        try (Application application = Application.of(Application.initializer(Producer.class))) {
            application.publish("source.topic", "x");
        }
        assertThat(CountingBroker.CLOSED).hasValue(1);
    }

    @Test
    void aProducedBrokerThatNobodyUsesIsNeverOpened() {
        try (Application application = Application.of(Application.initializer(Producer.class))) {
            assertThat(application.get(MessageBroker.class)).isNotNull();
        }
        assertThat(CountingBroker.OPENED).hasValue(0);
        assertThat(CountingBroker.CLOSED).hasValue(0);
    }

    @Test
    void aProducedBrokerWithADisposerIsClosedByItAlone() {
        try (Application application = Application.of(Application.initializer(Handler.class, Disposing.class))) {
            assertHandles(application);
        }
        assertThat(CountingBroker.CLOSED).hasValue(1);
    }

    @ApplicationScoped
    static class Disposing {
        @Produces
        @ApplicationScoped
        Broker broker() {
            return new CountingBroker();
        }

        void dispose(@Disposes Broker broker) {
            broker.close();
        }
    }

    @Test
    void aProducerFieldIsASourceToo() {
        try (Application application = Application.of(Application.initializer(Handler.class, Field.class))) {
            assertHandles(application);
        }
        assertThat(CountingBroker.CLOSED).hasValue(1);
    }

    @ApplicationScoped
    static class Field {
        @Produces
        @ApplicationScoped
        Broker broker = new CountingBroker();
    }

    @Test
    void aSingletonOfAFinalClassIsASourceToo() {
        try (Application application = Application.of(Application.initializer(Handler.class, OfFinalClass.class))) {
            assertHandles(application);
        }
    }

    @ApplicationScoped
    static class OfFinalClass {
        @Produces
        @Singleton
        MemoryBroker broker() {
            return MemoryBroker.create();
        }
    }

    @Test
    void aBeanThatIsABrokerAndClosesItselfIsLeftToThat() {
        try (Application application = Application.of(Application.initializer(Handler.class, SelfClosing.class))) {
            assertHandles(application);
        }
        assertThat(CountingBroker.CLOSED).hasValue(1);
    }

    @ApplicationScoped
    static class SelfClosing extends CountingBroker {
        @PreDestroy
        void end() {
            close();
        }
    }

    /** OpenWebBeans shows such a bean to nobody. */
    @Test
    @Tag("weld")
    void aBrokerThatAnotherExtensionAddsIsTakenAndLeftToIt() {
        try (Application application = Application.of(
                Application.initializer(Handler.class, Publisher.class).addExtensions(new Adding()))) {
            application.get(Publisher.class).broker.publish("source.topic", "x");
            assertThat(application.seen()).isEqualTo("x");
        }
        assertThat(CountingBroker.OPENED).hasValue(1);
        assertThat(CountingBroker.CLOSED).hasValue(0);
    }

    static class Adding implements Extension {
        void add(@Observes AfterBeanDiscovery event) {
            event.addBean()
                    .addTypes(Broker.class, MessageBroker.class)
                    .scope(Singleton.class)
                    .createWith(context -> new CountingBroker());
        }
    }

    @Singleton
    static class Publisher {
        @Inject
        MessageBroker broker;
    }

    @Test
    void anEnabledAlternativeIsTaken() {
        try (Application application =
                Application.of(Application.initializer(Handler.class, Producer.class, AlternativeProducer.class))) {
            assertHandles(application);
        }
        assertThat(CountingBroker.OPENED).hasValue(0);
    }

    @Alternative
    @Priority(1)
    @ApplicationScoped
    static class AlternativeProducer {
        @Produces
        @ApplicationScoped
        Broker broker() {
            return MemoryBroker.create();
        }
    }

    @Test
    void anApplicationsOwnMessageBrokerStaysTheOneThatIsInjected() {
        try (Application application = Application.of(Application.initializer(Handler.class, OwnFace.class))) {
            assertThat(application.get(MessageBroker.class).publish("source.topic", "x"))
                    .isEqualTo("own 1-1");
        }
    }

    @ApplicationScoped
    static class OwnFace {
        @Produces
        @ApplicationScoped
        MessageBroker broker() {
            return new CountingBroker() {
                @Override
                public String publish(OutgoingMessage message) {
                    return "own 1-1";
                }
            };
        }
    }

    @Test
    void aBrokerOfAProviderIsClosedWithTheApplication() {
        BrokerSource source = new BrokerSource();
        assertThat(source.choose(new AskedSettings(new Settings(name -> Optional.empty())), List.of()))
                .isEmpty();
        MessageBroker broker = new InjectedBroker(source, () -> new ConsumerRegistry(source.open()));
        broker.publish("source.topic", "x");
        source.close();
        source.close();
        assertThatThrownBy(() -> broker.publish("source.topic", "x")).isInstanceOf(IllegalStateException.class);
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
