package dev.millrace.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.tck.Assertion;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Theme;

/** The instance that a message is handled by, and what stands around it. */
@SuppressWarnings({"exports", "missing-explicit-ctor"}) // The beans are public only because an interface holds them.
public interface InstancesContract extends Theme {

    /** Binds {@link Guard}. */
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    @interface Guarded {}

    /** Says when it is passed, and refuses what is to be refused. */
    @Guarded
    @Interceptor
    @Priority(Interceptor.Priority.APPLICATION)
    class Guard {

        @Inject
        Journal journal;

        @AroundInvoke
        Object around(InvocationContext invocation) throws Exception {
            BrokerMessage message = (BrokerMessage) invocation.getParameters()[0];
            journal.add("guard " + message.deliveries());
            if (message.text().equals("refused") && message.deliveries() == 1) {
                throw new IllegalStateException("as the test asked");
            }
            return invocation.proceed();
        }
    }

    /** A handler behind an interceptor. */
    @ApplicationScoped
    class Intercepted {

        @Inject
        Journal journal;

        @Guarded
        @Consumes(topic = Application.TOPIC, group = "intercepted")
        void handle(BrokerMessage message) {
            journal.add("handler " + message.deliveries());
        }
    }

    @Assertion("HND-6")
    default void interceptorsApplyToHandlers(Bench bench) {
        Application application = Application.start(bench, Intercepted.class, Guard.class);

        application.publish("order");

        application.journal().await("handler 1");
        assertThat(application.journal().lines()).containsExactly("guard 1", "handler 1");
    }

    @Assertion("HND-6")
    default void failureOfAnInterceptorIsAFailureOfTheDelivery(Bench bench) {
        Application application = Application.start(bench, Intercepted.class, Guard.class);
        application.publish("refused");
        application.journal().await("guard 1");

        application.pass(bench.gap());

        application.journal().await("handler 2");
        assertThat(application.journal().lines()).containsExactly("guard 1", "guard 2", "handler 2");
    }

    /** What a dependent handler depends on. */
    @Dependent
    class Tool {

        @Inject
        Journal journal;

        @PreDestroy
        void destroy() {
            journal.add("tool destroyed");
        }
    }

    /** A handler made for each message. */
    @Dependent
    class Temporary {

        @Inject
        Journal journal;

        @Inject
        Tool tool;

        @Consumes(topic = Application.TOPIC, group = "temporary", maxDeliveries = 1)
        void handle(String text) {
            journal.add("handled by " + System.identityHashCode(this));
            if (text.equals("bad")) {
                throw new IllegalStateException("as the test asked");
            }
        }

        @PreDestroy
        void destroy() {
            journal.add("handler destroyed");
        }
    }

    @Assertion("HND-7")
    default void dependentHandlerIsMadeForTheMessageAndDestroyedAfterIt(Bench bench) {
        Application application = Application.start(bench, Temporary.class, Tool.class);

        application.publish("order 1");
        application.publish("order 2");

        Journal journal = application.journal();
        journal.await("handler destroyed", 2);
        journal.await("tool destroyed", 2);
        assertThat(journal.lines("handled by ")).hasSize(2).doesNotHaveDuplicates();
    }

    @Assertion("HND-7")
    default void dependentHandlerThatThrowsIsDestroyedToo(Bench bench) {
        Application application = Application.start(bench, Temporary.class, Tool.class);

        application.publish("bad");

        application.journal().await("handler destroyed");
        application.journal().await("tool destroyed");
    }

    /** A handler that lives as long as the application. */
    @ApplicationScoped
    class Lasting {

        @Inject
        Journal journal;

        @Consumes(topic = Application.TOPIC, group = "lasting")
        void handle() {
            journal.add("handled by " + System.identityHashCode(this));
        }
    }

    @Assertion("HND-7")
    default void applicationScopedHandlerIsOneForAllMessages(Bench bench) {
        Application application = Application.start(bench, Lasting.class);

        application.publish("order 1");
        application.publish("order 2");

        assertThat(application.journal().await("handled by ", 2).stream().distinct())
                .hasSize(1);
    }

    /** A handler that lives as long as its delivery. */
    @RequestScoped
    class Brief {

        @Inject
        Journal journal;

        @Consumes(topic = Application.TOPIC, group = "brief")
        void handle() {
            journal.add("handled");
        }

        @PreDestroy
        void destroy() {
            journal.add("destroyed");
        }
    }

    @Assertion("HND-7")
    default void requestScopedHandlerIsMadeForEachDelivery(Bench bench) {
        Application application = Application.start(bench, Brief.class);

        application.publish("order 1");
        application.publish("order 2");

        application.journal().await("destroyed", 2);
        assertThat(application.journal().lines()).containsExactly("handled", "destroyed", "handled", "destroyed");
    }
}
