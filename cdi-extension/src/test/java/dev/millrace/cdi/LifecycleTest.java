package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

import javax.management.ObjectName;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Consumes;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageBroker;
import dev.millrace.Subscription;
import org.junit.jupiter.api.Test;

/** DRN in SE: consumers start last and stop first, and leave nothing behind. */
class LifecycleTest {

    @Test
    void consumersStartAfterTheApplicationsOwnStart() {
        try (Application application = Application.of(Early.class, Handler.class)) {
            assertThat(application.seen()).isEqualTo("initialized, 0 consumers");
            assertThat(application.seen()).isEqualTo("started, 0 consumers");
            assertThat(application.seen()).isEqualTo("handling early");
        }
    }

    @ApplicationScoped
    static class Early {
        @Inject
        Seen seen;

        @Inject
        ConsumerRegistry registry;

        @Inject
        MessageBroker broker;

        void initialized(
                @Observes @Priority(Integer.MAX_VALUE - 1) @Initialized(ApplicationScoped.class) Object event) {
            broker.publish("lifecycle.topic", "early");
            seen.add("initialized, " + registry.subscriptions().size() + " consumers");
        }

        void started(@Observes @Priority(Integer.MAX_VALUE - 1) Startup event) {
            seen.add("started, " + registry.subscriptions().size() + " consumers");
        }
    }

    @ApplicationScoped
    static class Handler {
        @Inject
        Seen seen;

        @Consumes(topic = "lifecycle.topic", group = "g")
        void handle(String text) {
            seen.add("handling " + text);
        }
    }

    @Test
    void theShutdownFinishesWhatIsInHandWhileBeansStillWorkAndStartsNothingElse() {
        Application application =
                Application.of(Application.initializer(Slow.class, Watched.class, Gate.class, Other.class));
        Seen seen = application.get(Seen.class);
        Gate gate = application.get(Gate.class);
        MessageBroker broker = application.get(Watched.class).broker;
        application.publish("lifecycle.slow", "first");
        application.publish("lifecycle.slow", "second");
        assertThat(seen.next()).isEqualTo("begun first");
        CompletableFuture<Void> closed =
                CompletableFuture.runAsync(application::close, task -> new Thread(task).start());
        gate.paused.join();
        gate.open.countDown();
        assertThat(seen.next()).isEqualTo("finished first, 1 bean works");
        closed.join();
        assertThat(seen.next()).isEqualTo("bean destroyed");
        assertThatThrownBy(() -> broker.publish("lifecycle.slow", "x")).isInstanceOf(IllegalStateException.class);
    }

    /** Holds the handler until the shutdown has begun. */
    @Singleton
    static class Gate {
        final CountDownLatch open = new CountDownLatch(1);
        final CompletableFuture<Void> paused = new CompletableFuture<>();
    }

    @Singleton
    static class Watched {
        final CountingBroker broker;

        @Inject
        Watched(Gate gate) {
            broker = new CountingBroker() {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    Subscription subscription = super.consume(topic, options, handler);
                    return (Subscription) Proxy.newProxyInstance(
                            getClass().getClassLoader(), new Class<?>[] {Subscription.class}, (proxy, method, args) -> {
                                Object result = method.invoke(subscription, args);
                                if (method.getName().equals("pause")) {
                                    gate.paused.complete(null);
                                }
                                return result;
                            });
                }
            };
        }

        @Produces
        @ApplicationScoped
        Broker broker() {
            return broker;
        }
    }

    @ApplicationScoped
    static class Slow {
        @Inject
        Seen seen;

        @Inject
        Gate gate;

        @Inject
        Other other;

        @Consumes(topic = "lifecycle.slow", group = "g")
        void handle(String text) throws InterruptedException {
            seen.add("begun " + text);
            gate.open.await();
            seen.add("finished " + text + ", " + other.count() + " bean works");
        }
    }

    /** Made only when the shutdown has begun. */
    @ApplicationScoped
    static class Other {
        @Inject
        Seen seen;

        private int count;

        @PostConstruct
        void create() {
            count = 1;
        }

        int count() {
            return count;
        }

        @PreDestroy
        void destroy() {
            seen.add("bean destroyed");
        }
    }

    @Test
    void afterTheShutdownNoThreadRemains() throws Exception {
        Set<Thread> before = millraceThreads();
        Application application = Application.of(Application.initializer(Handler.class));
        application.publish("lifecycle.topic", "x");
        assertThat(application.seen()).isEqualTo("handling x");
        application.close();
        for (Thread thread : millraceThreads()) {
            if (!before.contains(thread)) {
                thread.join(Seen.PATIENCE.toMillis());
                assertThat(thread.isAlive()).as(thread.getName()).isFalse();
            }
        }
    }

    @Test
    void anApplicationWithoutHandlersHasNoThread() {
        Set<Thread> before = millraceThreads();
        try (Application application = Application.of()) {
            assertThat(application.container()).isNotNull();
            assertThat(before).containsAll(millraceThreads());
        }
    }

    @Test
    void aRefusedDeploymentLeavesNothing() {
        Set<Thread> before = millraceThreads();
        CountingBroker.reset();
        assertThat(Application.refusal(Application.initializer(Watched.class, Gate.class, Handler.class, Wrong.class)))
                .contains("MILL-012");
        assertThat(before).containsAll(millraceThreads());
        assertThat(CountingBroker.OPENED).hasValue(0);
    }

    @ApplicationScoped
    static class Wrong {
        @Consumes(topic = "lifecycle.wrong", group = "g")
        int handle() {
            return 0;
        }
    }

    @Test
    void aStartThatFailsClosesTheBroker() {
        CountingBroker.reset();
        assertThatThrownBy(() -> refused(Application.initializer(Refusing.class, Handler.class)))
                .hasStackTraceContaining("no consumers today");
        assertThat(CountingBroker.CLOSED).hasValue(1);
    }

    @Test
    void aStopDuringTheStartLeavesNothing() throws Exception {
        CountingBroker.reset();
        try (Application application =
                Application.of(Application.initializer(Watched.class, Gate.class, Stopped.class, Handler.class))) {
            assertThat(application.container()).isNotNull();
            assertThat(CountingBroker.CLOSED).hasValue(CountingBroker.OPENED.get());
            assertThat(Deployments.only()).isEmpty();
            assertThat(ManagementFactory.getPlatformMBeanServer()
                            .queryNames(new ObjectName("dev.millrace:type=Consumers,*"), null))
                    .isEmpty();
        }
    }

    /** Sees its application stopped while the consumers start. */
    @Singleton
    static class Stopped {
        @Inject
        ConsumerRegistry registry;

        @Inject
        ConsumesExtension extension;

        @PostConstruct
        void stop() {
            assertThat(registry.subscriptions()).isEmpty();
            extension.stop();
        }

        @Consumes(topic = "lifecycle.stopped", group = "g")
        void handle(String text) {}
    }

    @Test
    void aStartThatFailsLeavesNoDeployment() {
        assertThatThrownBy(() -> refused(Application.initializer(Refusing.class, Handler.class)))
                .hasStackTraceContaining("no consumers today");
        assertThat(Deployments.only()).isEmpty();
    }

    private static void refused(SeContainerInitializer initializer) {
        Application.refusal(initializer);
    }

    @ApplicationScoped
    static class Refusing {
        @Produces
        @ApplicationScoped
        Broker broker() {
            return new CountingBroker() {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    throw new IllegalStateException("no consumers today");
                }
            };
        }
    }

    private static Set<Thread> millraceThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("millrace"))
                .collect(Collectors.toSet());
    }
}
