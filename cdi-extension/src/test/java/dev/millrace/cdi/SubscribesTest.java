package dev.millrace.cdi;

import static dev.millrace.cdi.Application.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.Delivery;
import dev.millrace.MessageGap;
import dev.millrace.Retention;
import dev.millrace.Subscribes;
import dev.millrace.memory.MemoryBroker;
import org.junit.jupiter.api.Test;

/** HND-8: handlers of a broadcast are found, checked and called as those of a group are. */
class SubscribesTest {

    @ApplicationScoped
    static class Prices {
        @Inject
        Seen seen;

        @Subscribes(topic = "prices", from = "${prices.from:earliest}")
        void onPrice(String price, BrokerMessage message) {
            seen.add(price + " " + message.deliveries());
        }
    }

    @Test
    void everyMessageIsGivenToTheMethod() {
        try (Application application = Application.of(Prices.class)) {
            application.publish("prices", "12");
            application.publish("prices", "13");

            assertThat(application.seen()).isEqualTo("12 1");
            assertThat(application.seen()).isEqualTo("13 1");
        }
    }

    @ApplicationScoped
    static class TwoOfATopic {
        @Inject
        Seen seen;

        @Inject
        PerMessage perMessage;

        @Subscribes(topic = "prices", from = "earliest")
        void one(String price) {
            seen.add(perMessage.number() == 1);
        }

        @Subscribes(topic = "prices", from = "earliest")
        void other(String price) {
            seen.add(perMessage.number() == 1);
        }
    }

    @RequestScoped
    static class PerMessage {
        private int calls;

        int number() {
            return ++calls;
        }
    }

    @Test
    void severalMethodsOfATopicEachGetEveryMessageInARequestContextOfTheirOwn() {
        try (Application application = Application.of(TwoOfATopic.class, PerMessage.class)) {
            application.publish("prices", "12");
            application.publish("prices", "13");

            for (int i = 0; i < 4; i++) {
                assertThat(application.seen()).isEqualTo(true);
            }
        }
    }

    @ApplicationScoped
    static class GapObserver {
        @Inject
        Seen seen;

        void onGap(@Observes MessageGap gap) {
            seen.add(gap);
        }

        @Subscribes(topic = "gaps", from = "after:1-0")
        void onMessage(String text) {
            seen.add(text);
        }
    }

    @Test
    void gapIsACdiEventBeforeTheNextMessage() {
        try (Application application = Application.of(Application.initializer(GapObserver.class, ShortTopics.class))) {
            assertThat(application.seen())
                    .isInstanceOfSatisfying(
                            MessageGap.class, gap -> assertThat(gap.after()).isEqualTo("1-0"));
            assertThat(application.seen()).isEqualTo("3");
        }
    }

    /** A broker whose topic of two messages has lost its first. */
    @ApplicationScoped
    static class ShortTopics {
        @Produces
        @ApplicationScoped
        Broker broker() {
            MemoryBroker broker = MemoryBroker.builder()
                    .retention("gaps", Retention.DEFAULT.maxLength(1))
                    .build();
            broker.publish("gaps", "1");
            broker.publish("gaps", "2");
            broker.publish("gaps", "3");
            return broker;
        }
    }

    @Dependent
    static class UnknownPosition {
        @Subscribes(topic = "prices", from = "newest")
        void handle(String price) {}
    }

    @Test
    void unknownPositionIsRefusedWithTheFourForms() {
        assertRefused(
                UnknownPosition.class,
                "MILL-004",
                ": from is invalid. position: one of four forms is needed (was \"newest\"). Write latest, earliest,"
                        + " after:<id>, or at:<instant> such as at:2026-11-29T12:00:00Z.");
    }

    @Dependent
    static class NoBuffer {
        @Subscribes(topic = "prices", buffer = 0)
        void handle(String price) {}
    }

    @Test
    void bufferOfZeroIsRefused() {
        assertRefused(NoBuffer.class, "MILL-004", ": buffer is invalid. buffer: must be at least 1 (was 0). Raise it.");
    }

    @Dependent
    static class BlankTopic {
        @Subscribes(topic = " ")
        void handle(String price) {}
    }

    @Test
    void blankTopicIsRefused() {
        assertRefused(BlankTopic.class, "MILL-002", ": topic needs a name (was \" \"). Give one that is not blank.");
    }

    @Dependent
    static class Settling {
        @Subscribes(topic = "prices")
        void handle(Delivery delivery) {}
    }

    @Test
    void deliveryToBeSettledIsRefused() {
        assertRefused(
                Settling.class,
                "MILL-019",
                ": a broadcast is not settled (was a Delivery). Take a BrokerMessage, or use @Consumes.");
    }

    @Dependent
    static class Both {
        @Consumes(topic = "prices", group = "g")
        @Subscribes(topic = "prices")
        void handle(String price) {}
    }

    @Test
    void methodThatDoesBothIsRefused() {
        assertRefused(
                Both.class,
                "MILL-018",
                ": a method consumes in a group or subscribes to a broadcast (was both @Consumes and @Subscribes)."
                        + " Remove one, or write two methods.");
    }

    @Dependent
    static class StaticMethod {
        @Subscribes(topic = "prices")
        static void handle(String price) {}
    }

    @Test
    void rulesOfHandlersHoldForSubscribersToo() {
        assertRefused(
                StaticMethod.class,
                "MILL-011",
                ": a handler is called through its bean, which may be a proxy (was static). Remove static.");
    }

    @Test
    void bufferIsOverriddenByConfiguration() {
        System.setProperty("millrace.subscriber.prices.buffer", "0");
        try {
            assertThat(Application.refusal(Prices.class))
                    .contains("MILL-004")
                    .contains("millrace.subscriber.prices.buffer is invalid. buffer: must be at least 1 (was 0)");
        } finally {
            System.clearProperty("millrace.subscriber.prices.buffer");
        }
    }
}
