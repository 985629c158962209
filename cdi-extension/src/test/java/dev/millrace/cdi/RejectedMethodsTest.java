package dev.millrace.cdi;

import static dev.millrace.cdi.Application.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.Delivery;
import dev.millrace.cdi.elsewhere.PackagePrivateHandler;
import org.junit.jupiter.api.Test;

/** HND-2, HND-3: a method that is no handler fails the deployment with a message that says what to write instead. */
class RejectedMethodsTest {

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
    void whatIsFoundTwiceIsToldOnce() {
        assertThat(Problems.report(List.of("MILL-013 a", "MILL-013 a")))
                .isEqualTo("Millrace found a problem with this application:\n  MILL-013 a");
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
}
