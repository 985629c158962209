package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HND-6, HND-7: handlers are called through the contextual reference; a dependent one lives for its message. */
class InstancesTest {

    private static Application application;

    @BeforeAll
    static void start() {
        application = Application.of(
                OnDependent.class,
                Helper.class,
                Later.class,
                Intercepted.class,
                InterceptedDependent.class,
                Around.class,
                Greeting.class,
                Louder.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static void assertSeen(Object... expected) {
        for (Object each : expected) {
            assertThat(application.seen()).isEqualTo(each);
        }
    }

    @Test
    void aDependentHandlerAndItsDependentsAreDestroyedAfterEachDeliveryThrowOrNot() {
        application.publish("instances.dependent", "x");
        assertSeen("handling x 1", "handler gone", "helper gone", "handling x 2", "handler gone", "helper gone");
    }

    @Test
    void aDependentHandlerLivesUntilItsStageCompletes() {
        application.publish("instances.later", "x");
        assertSeen("returned", "completed", "later gone");
    }

    @Test
    void anInterceptorSurroundsTheHandler() {
        application.publish("instances.intercepted", "fine");
        assertSeen("before handle", "handling fine", "after handle");
    }

    @Test
    void anInterceptorSurroundsADependentHandler() {
        application.publish("instances.intercepted.dependent", "fine");
        assertSeen("before handle", "handling fine", "after handle");
    }

    @Test
    void aFailureOfAnInterceptorIsAFailureOfTheDelivery() {
        application.publish("instances.intercepted", "refused");
        assertSeen("before handle", "before handle", "handling refused", "after handle");
    }

    @Test
    void aDecoratorSurroundsTheHandler() {
        application.publish("instances.decorated", "hello");
        assertSeen("HELLO");
    }

    @Dependent
    static class OnDependent {

        @Inject
        Seen seen;

        @Inject
        Helper helper;

        @Consumes(topic = "instances.dependent", group = "g")
        void handle(BrokerMessage message) {
            seen.add("handling " + message.text() + " " + message.deliveries());
            if (message.deliveries() == 1) {
                throw new AssertionError("as the test wants");
            }
        }

        @PreDestroy
        void destroy() {
            seen.add("handler gone");
        }
    }

    @Dependent
    static class Helper {

        @Inject
        Seen seen;

        @PreDestroy
        void destroy() {
            seen.add("helper gone");
        }
    }

    @Dependent
    static class Later {

        @Inject
        Seen seen;

        @Consumes(topic = "instances.later", group = "g")
        CompletionStage<Void> handle() {
            CompletableFuture<Void> gate = new CompletableFuture<>();
            CompletionStage<Void> stage =
                    gate.thenRunAsync(() -> seen.add("completed"), task -> new Thread(task).start());
            seen.add("returned");
            gate.complete(null);
            return stage;
        }

        @PreDestroy
        void destroy() {
            seen.add("later gone");
        }
    }

    @ApplicationScoped
    @Marked
    static class Intercepted {

        @Inject
        Seen seen;

        @Consumes(topic = "instances.intercepted", group = "g")
        void handle(String text) {
            seen.add("handling " + text);
        }
    }

    @Dependent
    @Marked
    static class InterceptedDependent {

        @Inject
        Seen seen;

        @Consumes(topic = "instances.intercepted.dependent", group = "g")
        void handle(String text) {
            seen.add("handling " + text);
        }
    }

    @Interceptor
    @Marked
    @Priority(1)
    static class Around {

        @Inject
        Seen seen;

        @Inject
        BrokerMessage message;

        @AroundInvoke
        Object around(InvocationContext call) throws Exception {
            seen.add("before " + call.getMethod().getName());
            if (message.text().equals("refused") && message.deliveries() == 1) {
                throw new SecurityException("as the test wants");
            }
            Object result = call.proceed();
            seen.add("after " + call.getMethod().getName());
            return result;
        }
    }

    interface Greeter {
        void greet(String text);
    }

    @ApplicationScoped
    static class Greeting implements Greeter {

        @Inject
        Seen seen;

        @Override
        @Consumes(topic = "instances.decorated", group = "g")
        public void greet(String text) {
            seen.add(text);
        }
    }

    @Decorator
    @Priority(1)
    static class Louder implements Greeter {

        @Inject
        @Delegate
        Greeter delegate;

        @Override
        public void greet(String text) {
            delegate.greet(text.toUpperCase(java.util.Locale.ROOT));
        }
    }
}
