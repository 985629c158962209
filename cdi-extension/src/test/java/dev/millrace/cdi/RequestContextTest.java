package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.Destroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.NotificationOptions;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import dev.millrace.TraceContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** CTX-1: the request context of a delivery, its pairs of events, and how it is carried to other threads. */
class RequestContextTest {

    private Application application;

    @BeforeEach
    void start() {
        application = Application.of(Handlers.class, Unit.class, Witness.class);
        assertThat(application.get(Witness.class)).isNotNull();
    }

    @AfterEach
    void stop() {
        application.close();
    }

    private void assertSeen(Object... expected) {
        for (Object each : expected) {
            assertThat(application.seen()).isEqualTo(each);
        }
    }

    @Test
    void eachAttemptHasAContextThatIsDestroyedOnceAndActiveThen() {
        application.publish("context.twice", "x");
        for (int attempt = 1; attempt <= 2; attempt++) {
            assertSeen(
                    "initialized x",
                    "used x" + attempt,
                    "used x" + attempt,
                    "ending x" + attempt,
                    "destroyed x" + attempt,
                    "over x");
        }
        application.publish("context.marker", "marker");
        assertSeen("initialized marker", "marker", "ending marker", "over marker");
    }

    @Test
    void theContextLivesUntilTheStageCompletesAndIsCarriedThere() {
        application.publish("context.stage", "x");
        assertSeen("initialized x", "used x1", "returned", "used x1", "ending x1", "destroyed x1", "over x");
    }

    @Test
    void aTaskThatIsNotWrappedHasNoContext() {
        application.publish("context.bare", "x");
        assertSeen("initialized x", "no context, no message, no trace", "ending x", "over x");
    }

    @Test
    void aThreadWithARequestContextOfItsOwnKeepsItAndGetsTheMessage() {
        application.publish("context.busy", "x");
        assertSeen("initialized x", "used x1", "own 0, message x", "destroyed ", "ending x1", "destroyed x1", "over x");
    }

    @Test
    void aHandlerConsumedByHandHasARequestContextToo() {
        Unit unit = application.get(Unit.class);
        Seen seen = application.get(Seen.class);
        application
                .get(ConsumerRegistry.class)
                .consume("context.hand", ConsumerOptions.group("g"), message -> seen.add(unit.use()));
        application.publish("context.hand", "x");
        assertSeen("initialized x", "used x1", "ending x1", "destroyed x1", "over x");
    }

    @Test
    void aHandlerThatReturnsNoStageHasItsContextDestroyed() {
        Unit unit = application.get(Unit.class);
        Seen seen = application.get(Seen.class);
        application
                .get(ConsumerRegistry.class)
                .consumeDeliveries("context.none", ConsumerOptions.group("g").maxDeliveries(1), delivery -> {
                    seen.add(unit.use());
                    return null;
                });
        application.publish("context.none", "x");
        assertSeen("initialized x", "used x1", "ending x1", "destroyed x1", "over x");
    }

    @Test
    void aFailingDestructionDoesNotFailTheDelivery() {
        application.publish("context.dirty", "dirty");
        assertSeen("initialized dirty", "used dirty1", "ending dirty1", "destroyed dirty1", "over dirty");
        application.publish("context.marker", "marker");
        assertSeen("initialized marker", "marker", "ending marker", "over marker");
    }

    @Test
    void outsideADeliveryThereIsNoContext() {
        Unit unit = application.get(Unit.class);
        CompletableFuture<Void> elsewhere = CompletableFuture.runAsync(unit::use, task -> new Thread(task).start());
        assertThatThrownBy(elsewhere::join).hasCauseInstanceOf(ContextNotActiveException.class);
    }

    @Test
    void anObserverOfAnAsynchronousEventHasTheContainersContextOnAWrappedExecutorToo() {
        application.publish("context.async", "x");
        assertSeen("initialized x", "used x1", "observed 0", "destroyed ", "carried x1", "ending x1", "destroyed x1");
        assertSeen("over x");
    }

    /** Told asynchronously. */
    record Told(String text) {}

    /** Counts its uses; two of one delivery are one instance. */
    @RequestScoped
    static class Unit {

        @Inject
        BrokerMessage message;

        @Inject
        Seen seen;

        private String name = "";

        String use() {
            name = message.text() + message.deliveries();
            return "used " + name;
        }

        String name() {
            return name;
        }

        @PreDestroy
        void destroy() {
            seen.add("destroyed " + name);
            if (name.startsWith("dirty")) {
                throw new IllegalStateException("as the test wants");
            }
        }
    }

    @ApplicationScoped
    static class Witness {

        @Inject
        Seen seen;

        @Inject
        Unit unit;

        void initialized(@Observes @Initialized(RequestScoped.class) Object event) {
            if (event instanceof BrokerMessage message) {
                seen.add("initialized " + message.text());
            }
        }

        void ending(@Observes @BeforeDestroyed(RequestScoped.class) Object event) {
            if (event instanceof BrokerMessage message) {
                String name = message.topic().matches(".*(marker|bare)") ? message.text() : unit.name();
                seen.add("ending " + name);
            }
        }

        void over(@Observes @Destroyed(RequestScoped.class) Object event) {
            if (event instanceof BrokerMessage message) {
                seen.add("over " + message.text());
            }
        }
    }

    @ApplicationScoped
    static class Handlers {

        @Inject
        Seen seen;

        @Inject
        Unit unit;

        @Inject
        BrokerMessage message;

        @Inject
        RequestContextController controller;

        @Inject
        Event<Told> events;

        @Consumes(topic = "context.twice", group = "g")
        void twice(BrokerMessage received) {
            seen.add(unit.use());
            seen.add("used " + unit.name());
            if (received.deliveries() == 1) {
                throw new IllegalStateException("as the test wants");
            }
        }

        @Consumes(topic = "context.marker", group = "g")
        void marker(String text) {
            seen.add(text);
        }

        @Consumes(topic = "context.dirty", group = "g")
        void dirty() {
            seen.add(unit.use());
        }

        @Consumes(topic = "context.stage", group = "g")
        CompletionStage<Void> stage() {
            seen.add(unit.use());
            CompletableFuture<Void> gate = new CompletableFuture<>();
            CompletionStage<Void> stage = gate.thenRunAsync(() -> seen.add("used " + unit.name()), elsewhere());
            seen.add("returned");
            gate.complete(null);
            return stage;
        }

        private static Executor elsewhere() {
            return DeliveryContext.wrap((Executor) task -> new Thread(task).start());
        }

        @Consumes(topic = "context.bare", group = "g")
        CompletionStage<Void> bare() {
            return CompletableFuture.runAsync(() -> seen.add(lacks()), task -> new Thread(task).start());
        }

        private String lacks() {
            return (fails(unit::use) ? "no context" : "context")
                    + (fails(message::id) ? ", no message" : ", message")
                    + (TraceContext.current().traceId().isEmpty() ? ", no trace" : ", trace");
        }

        private static boolean fails(Runnable use) {
            try {
                use.run();
                return false;
            } catch (ContextNotActiveException | IllegalStateException e) {
                return true;
            }
        }

        @Consumes(topic = "context.busy", group = "g")
        CompletionStage<Void> busy() {
            seen.add(unit.use());
            ExecutorService busy = Executors.newSingleThreadExecutor();
            Runnable carried =
                    DeliveryContext.wrap(() -> seen.add("own " + unit.name().length() + ", message " + message.text()));
            return CompletableFuture.runAsync(() -> withOwnContext(carried), busy)
                    .whenComplete((value, failure) -> busy.shutdown());
        }

        @Consumes(topic = "context.async", group = "g")
        CompletionStage<?> async() {
            seen.add(unit.use());
            Executor executor = elsewhere();
            return events.fireAsync(new Told("x"), NotificationOptions.ofExecutor(executor))
                    .thenRunAsync(() -> seen.add("carried " + unit.name()), executor);
        }

        void told(@ObservesAsync Told told) {
            seen.add("observed " + unit.name().length());
        }

        private void withOwnContext(Runnable task) {
            controller.activate();
            try {
                task.run();
            } finally {
                controller.deactivate();
            }
        }
    }
}
