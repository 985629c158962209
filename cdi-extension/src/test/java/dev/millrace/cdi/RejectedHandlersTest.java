package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.List;
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

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.Delivery;
import dev.millrace.MessageBroker;
import dev.millrace.cdi.elsewhere.PackagePrivateHandler;
import org.junit.jupiter.api.Test;

/** HND-2, HND-3, HND-4: what is no handler fails the deployment with a message that says what to write instead. */
class RejectedHandlersTest {

    private static final String PREFIX = RejectedHandlersTest.class.getName() + "$";

    private static void assertRefused(Class<?> bean, String code, String rest) {
        assertThat(Application.refusal(bean))
                .isEqualTo("Millrace found a problem with this application:\n  " + code + " " + PREFIX
                        + bean.getSimpleName() + "#handle" + rest);
    }

    @Test
    void twoPayloadsAreRefused() {
        assertRefused(
                TwoPayloads.class,
                "MILL-003",
                ": a handler takes a BrokerMessage, one payload, both, or nothing (was String, List<Integer>)."
                        + " Change the signature.");
    }

    @Dependent
    static class TwoPayloads {
        @Consumes(topic = "rejected", group = "g")
        void handle(String text, List<Integer> numbers) {}
    }

    @Test
    void twoMessagesAreRefused() {
        assertRefused(
                TwoMessages.class,
                "MILL-003",
                ": a handler takes a BrokerMessage, one payload, both, or nothing (was BrokerMessage,"
                        + " BrokerMessage). Change the signature.");
    }

    @Dependent
    static class TwoMessages {
        @Consumes(topic = "rejected", group = "g")
        void handle(BrokerMessage one, BrokerMessage two) {}
    }

    @Test
    void aMessageBesideADeliveryIsRefused() {
        assertRefused(
                MessageAndDelivery.class,
                "MILL-003",
                ": a handler takes a BrokerMessage, one payload, both, or nothing (was Delivery, BrokerMessage)."
                        + " Change the signature.");
    }

    @Dependent
    static class MessageAndDelivery {
        @Consumes(topic = "rejected", group = "g", ack = AckMode.MANUAL)
        void handle(Delivery delivery, BrokerMessage message) {}
    }

    @Test
    void aPrivateMethodIsRefused() {
        assertRefused(
                Private.class,
                "MILL-011",
                ": a handler is called through its bean, which may be a proxy (was private). Remove private.");
    }

    @ApplicationScoped
    static class Private {
        @Consumes(topic = "rejected", group = "g")
        @SuppressWarnings({"unused", "UnusedMethod"})
        private void handle(String text) {}
    }

    @Test
    void aStaticMethodIsRefused() {
        assertRefused(
                Static.class,
                "MILL-011",
                ": a handler is called through its bean, which may be a proxy (was static). Remove static.");
    }

    @ApplicationScoped
    static class Static {
        @Consumes(topic = "rejected", group = "g")
        static void handle(String text) {}
    }

    @Test
    void aFinalMethodIsRefused() {
        assertRefused(
                Final.class,
                "MILL-011",
                ": a handler is called through its bean, which may be a proxy (was final). Remove final.");
    }

    @Dependent
    static class Final {
        @Consumes(topic = "rejected", group = "g")
        final void handle(String text) {}
    }

    @Test
    void anAbstractMethodIsRefusedThoughItsClassIsNoBean() {
        assertRefused(
                Abstract.class,
                "MILL-011",
                ": a handler is called through its bean, which may be a proxy (was abstract). Remove abstract.");
    }

    @ApplicationScoped
    abstract static class Abstract {
        @Consumes(topic = "rejected", group = "g")
        abstract void handle(String text);
    }

    @Test
    void aReturnValueIsRefused() {
        assertRefused(
                Returning.class,
                "MILL-012",
                ": a handler returns void, or a CompletionStage that completes when the work is done (was String)."
                        + " Change the return type.");
    }

    @Dependent
    static class Returning {
        @Consumes(topic = "rejected", group = "g")
        String handle(String text) {
            return text;
        }
    }

    @Test
    void aPrimitivePayloadIsRefused() {
        assertRefused(
                Primitive.class,
                "MILL-013",
                ": a payload is an object (was int). Take its wrapper class, a String or a type of your own.");
    }

    @Dependent
    static class Primitive {
        @Consumes(topic = "rejected", group = "g")
        void handle(int number) {}
    }

    @Test
    void aTypeVariableThatTheBeanClassLeavesOpenIsRefused() {
        assertRefused(
                Open.class,
                "MILL-014",
                ": the payload's type must be known (was List<T>, which the bean class leaves open). Name the type"
                        + " in the bean class, or take a concrete one.");
    }

    @Dependent
    static class Open<T> {
        @Consumes(topic = "rejected", group = "g")
        void handle(List<T> items) {}
    }

    @Test
    void aDeliveryWithoutManualAckIsRefused() {
        assertRefused(
                DeliveryWithAuto.class,
                "MILL-015",
                ": a Delivery is settled by hand (was ack = AUTO). Add ack = AckMode.MANUAL, or take a"
                        + " BrokerMessage.");
    }

    @Dependent
    static class DeliveryWithAuto {
        @Consumes(topic = "rejected", group = "g")
        void handle(Delivery delivery) {}
    }

    @Test
    void manualAckWithoutADeliveryIsRefused() {
        assertRefused(
                ManualWithMessage.class,
                "MILL-016",
                ": ack = MANUAL needs a Delivery to settle (was BrokerMessage). Take a Delivery, or remove ack.");
    }

    @Dependent
    static class ManualWithMessage {
        @Consumes(topic = "rejected", group = "g", ack = AckMode.MANUAL)
        void handle(BrokerMessage message) {}
    }

    @Test
    void aPackagePrivateMethodOfAnotherPackageIsRefused() {
        assertRefused(
                Inheriting.class,
                "MILL-017",
                " (inherited from " + PackagePrivateHandler.class.getName() + "): a package-private method of"
                        + " another package cannot be called through the bean's proxy (was declared in"
                        + " dev.millrace.cdi.elsewhere). Make it protected or public.");
    }

    @ApplicationScoped
    static class Inheriting extends PackagePrivateHandler {}

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
                        + " @Inject). Make it a bean, or remove @Consumes.");
    }

    @ApplicationScoped
    static class NoConstructor {
        NoConstructor(String name) {}

        @Consumes(topic = "rejected", group = "g")
        void handle(String text) {}
    }

    @Test
    void aBlankTopicIsRefused() {
        assertRefused(Blank.class, "MILL-002", ": topic needs a name (was \" \"). Give one that is not blank.");
    }

    @Dependent
    static class Blank {
        @Consumes(topic = " ", group = "g")
        void handle(String text) {}
    }

    @Test
    void anOptionOutOfRangeIsRefused() {
        assertRefused(
                NoConcurrency.class,
                "MILL-004",
                ": concurrency is invalid. concurrency: must be at least 1 (was 0). Raise it.");
    }

    @Dependent
    static class NoConcurrency {
        @Consumes(topic = "rejected", group = "g", concurrency = 0)
        void handle(String text) {}
    }

    @Test
    void aDurationThatIsNoneIsRefused() {
        assertRefused(
                NoDuration.class,
                "MILL-004",
                ": retryAfter is invalid. retryAfter: a duration is needed (was \"soon\"). Write 500ms, 5s, 2m, 1h,"
                        + " 1d or PT5S.");
    }

    @Dependent
    static class NoDuration {
        @Consumes(topic = "rejected", group = "g", retryAfter = "soon")
        void handle(String text) {}
    }

    @Test
    void twoHandlersOfOneTopicAndGroupAreRefused() {
        assertThat(Application.refusal(First.class, Second.class))
                .isEqualTo("Millrace found a problem with this application:\n  MILL-001 " + PREFIX
                        + "First#handle and " + PREFIX + "Second#handle: one application has one handler for a topic"
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
}
