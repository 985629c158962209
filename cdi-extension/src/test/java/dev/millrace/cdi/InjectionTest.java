package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import dev.millrace.TraceContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** CTX-2, CTX-3: message and trace are injected into wider scopes, and speak for the delivery of the thread. */
class InjectionTest {

    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";

    private static Application application;

    @BeforeAll
    static void start() {
        application = Application.of(Handlers.class, Basket.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static void publishTraced(String topic) {
        application
                .get(MessageBroker.class)
                .publish(topic, "x", Map.of("TraceParent", "00-" + TRACE + "-b7ad6b7169203331-01"));
    }

    @Test
    void theInjectedMessageAndTraceAreThoseOfTheDelivery() {
        publishTraced("injection.here");
        assertThat(application.seen()).isEqualTo("x of injection.here in " + TRACE);
    }

    @Test
    void aWrappedExecutorCarriesMessageAndTrace() {
        publishTraced("injection.carried");
        assertThat(application.seen()).isEqualTo("x of injection.carried in " + TRACE);
    }

    @Test
    void withoutADeliveryTheMessageSaysSo() {
        BrokerMessage message = application.get(BrokerMessage.class);
        assertThatThrownBy(message::id)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("MILL-053 BrokerMessage: no message is being handled here (was thread "
                        + Thread.currentThread().getName() + "). Use it within a handler, or carry the delivery to"
                        + " other threads with DeliveryContext.wrap.");
    }

    @Test
    void withoutADeliveryTheTraceIsEmpty() {
        assertThat(application.get(TraceContext.class).traceId()).isEmpty();
        assertThat(application.get(TraceContext.class).outboundHeaders()).isEmpty();
    }

    @Test
    void theInjectedTraceIsThatOfTheThreadOutsideDeliveriesToo() {
        TraceContext trace = TraceContext.create();
        try (TraceContext.Scope scope = trace.open()) {
            assertThat(scope).isNotNull();
            assertThat(application.get(TraceContext.class).outboundHeaders()).isEqualTo(trace.outboundHeaders());
        }
    }

    @Test
    void whatIsInjectedSurvivesPassivation() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(application.get(BrokerMessage.class));
            out.writeObject(application.get(TraceContext.class));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(in.readObject()).isInstanceOf(BrokerMessage.class);
            assertThat(in.readObject()).isInstanceOf(TraceContext.class);
        }
    }

    /** Deploys only if what it has injected can be passivated. */
    @SessionScoped
    static class Basket implements Serializable {
        private static final long serialVersionUID = 1L;

        @Inject
        MessageBroker broker;

        @Inject
        BrokerMessage message;

        @Inject
        TraceContext trace;
    }

    @ApplicationScoped
    static class Handlers {

        @Inject
        BrokerMessage message;

        @Inject
        TraceContext trace;

        @Inject
        Seen seen;

        private void look() {
            seen.add(message.text() + " of " + message.topic() + " in "
                    + trace.traceId().orElse("none"));
        }

        @Consumes(topic = "injection.here", group = "g")
        void here() {
            look();
        }

        @Consumes(topic = "injection.carried", group = "g")
        CompletionStage<Void> carried() {
            return CompletableFuture.runAsync(
                    this::look, DeliveryContext.wrap((Executor) task -> new Thread(task).start()));
        }
    }
}
