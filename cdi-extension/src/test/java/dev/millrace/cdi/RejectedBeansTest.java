package dev.millrace.cdi;

import static dev.millrace.cdi.Application.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Transactional;

import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import org.junit.jupiter.api.Test;

/** HND-3, HND-4: a bean that cannot have handlers, and handlers that contradict each other, fail the deployment. */
class RejectedBeansTest {

    private static final String PREFIX = RejectedBeansTest.class.getName() + "$";

    @Test
    void aPassivatingScopeIsRefused() {
        assertRefused(
                InSession.class,
                "MILL-020",
                ": there is no session or conversation to take the bean from when a message comes (was"
                        + " @SessionScoped). Move the handler to an @ApplicationScoped, @RequestScoped or @Dependent"
                        + " bean.");
    }

    @SessionScoped
    static class InSession implements Serializable {
        private static final long serialVersionUID = 1L;

        @Consumes(topic = "rejected", group = "g")
        void handle(String text) {}
    }

    @Test
    void aStatefulSessionBeanIsRefused() {
        assertRefused(
                Stateful.class,
                "MILL-022",
                ": a stateful session bean belongs to one client, and a message has none (was @Stateful). Use"
                        + " @Stateless, @Singleton or @ApplicationScoped.");
    }

    @jakarta.ejb.Stateful
    @Dependent
    static class Stateful {
        @Consumes(topic = "rejected", group = "g")
        public void handle(String text) {}
    }

    @Test
    void aBeanWhoseTypedHidesItsClassIsRefused() {
        assertRefused(
                Hidden.class,
                "MILL-023",
                ": @Typed hides the class that has the handler (was typed Runnable). Add the class to @Typed.");
    }

    @ApplicationScoped
    @Typed(Runnable.class)
    static class Hidden implements Runnable {
        @Consumes(topic = "rejected", group = "g")
        void handle(String text) {}

        @Override
        public void run() {}
    }

    @Test
    void aTransactionAroundAStageIsRefused() {
        assertRefused(
                TransactionalStage.class,
                "MILL-024",
                ": @Transactional commits when the method returns, before its stage completes (was"
                        + " CompletionStage). Return void, or move @Transactional to the bean that does the work.");
    }

    @ApplicationScoped
    @Transactional
    static class TransactionalStage {
        @Consumes(topic = "rejected", group = "g")
        CompletionStage<Void> handle(String text) {
            return CompletableFuture.completedFuture(null);
        }
    }

    @Test
    void anAsynchronousMethodIsRefused() {
        assertRefused(
                Async.class,
                "MILL-025",
                ": an asynchronous method returns before the work is done, and the message would be acked (was"
                        + " @jakarta.enterprise.concurrent.Asynchronous). Remove it, or return a CompletionStage of"
                        + " work started elsewhere; concurrency gives more threads.");
    }

    @ApplicationScoped
    static class Async {
        @Consumes(topic = "rejected", group = "g")
        @Asynchronous
        void handle(String text) {}
    }

    @Test
    void aHandlerInAnInterceptorIsRefused() {
        assertRefused(
                Intercepting.class,
                "MILL-026",
                ": a handler belongs to a bean of its own (was an interceptor). Move it to a bean.");
    }

    @Interceptor
    @Marked
    @Priority(1)
    static class Intercepting {
        @AroundInvoke
        Object around(InvocationContext call) throws Exception {
            return call.proceed();
        }

        @Consumes(topic = "rejected", group = "g")
        void handle(String text) {}
    }

    @Test
    void aHandlerInADecoratorIsRefused() {
        assertRefused(
                Decorating.class,
                "MILL-026",
                ": a handler belongs to a bean of its own (was a decorator). Move it to a bean.");
    }

    @Decorator
    @Priority(1)
    static class Decorating implements Runnable {
        @Inject
        @Delegate
        Runnable delegate;

        @Override
        public void run() {
            delegate.run();
        }

        @Consumes(topic = "rejected", group = "g")
        void handle(String text) {}
    }

    @Test
    void aClassThatIsFinalInANormalScopeIsRefused() {
        assertRefused(
                FinalClass.class,
                "MILL-027",
                ": a final class or record has no proxy in a normal scope (was final, @ApplicationScoped). Remove"
                        + " final, or use @Singleton or @Dependent.");
    }

    @ApplicationScoped
    static final class FinalClass {
        @Consumes(topic = "rejected", group = "g")
        void handle(String text) {}
    }

    @Test
    void aClassThatCannotBeABeanIsRefused() {
        assertRefused(
                NoConstructor.class,
                "MILL-029",
                ": the class is no bean, so no message would ever come (was no constructor that takes nothing or has"
                        + " @Inject). Make it a bean, or remove the annotation.");
    }

    @ApplicationScoped
    static class NoConstructor {
        NoConstructor(String name) {}

        @Consumes(topic = "rejected", group = "g")
        void handle(String text) {}
    }

    @Test
    void twoHandlersOfOneTopicAndGroupAreRefused() {
        assertThat(Application.refusal(First.class, Second.class))
                .isEqualTo("Millrace found a problem with this application:\n  MILL-001 " + PREFIX + "First#handle and "
                        + PREFIX + "Second#handle: one application has one handler for a topic"
                        + " in a group (was topic rejected, group g 2 times). Leave one to share the work between"
                        + " replicas, or give them groups of their own if each is to get every message.");
    }

    @Dependent
    static class First {
        @Consumes(topic = "rejected", group = "g")
        void handle(String text) {}
    }

    @Dependent
    static class Second {
        @Consumes(topic = "${rejected.topic:rejected}", group = "g")
        void handle(String text) {}
    }

    @Test
    void allFaultsComeInOneReport() {
        assertThat(Application.refusal(Everything.class, Returning.class))
                .startsWith("Millrace found 5 problems with this application:\n  MILL-")
                .contains(
                        "MILL-011 " + PREFIX + "Everything#handle",
                        "MILL-013 " + PREFIX + "Everything#handle",
                        "MILL-012 " + PREFIX + "Everything#handle",
                        "MILL-002 " + PREFIX + "Everything#handle: group needs a name",
                        "MILL-012 " + PREFIX + "Returning#handle");
    }

    @Dependent
    static class Everything {
        @Consumes(topic = "rejected", group = "")
        static int handle(int number) {
            return number;
        }
    }

    @Test
    void anUnsatisfiedInjectionDoesNotHideTheReport() {
        assertThat(Application.refusal(Unsatisfied.class)).contains("MILL-012 " + PREFIX + "Unsatisfied#handle");
    }

    @ApplicationScoped
    static class Unsatisfied {
        @Inject
        MessageBroker broker;

        @Inject
        Comparable<Thread> nobodyHasIt;

        @Consumes(topic = "rejected", group = "g")
        int handle(String text) {
            return 1;
        }
    }

    @Dependent
    static class Returning {
        @Consumes(topic = "rejected", group = "g")
        String handle(String text) {
            return text;
        }
    }
}
