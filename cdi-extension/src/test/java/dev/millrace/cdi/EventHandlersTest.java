package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.Delivery;
import dev.millrace.EventName;
import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.Unhandled;
import org.junit.jupiter.api.Test;

/** EVT-1, HND-4: methods that handle events of one topic. */
class EventHandlersTest {

    private static final String PREFIX = EventHandlersTest.class.getName() + "$";

    /** Published as an event of its class, or of the name. */
    @EventName("placed")
    public record Placed(String id) {}

    private static void publish(Application application, String topic, String event, String text) {
        application
                .get(MessageBroker.class)
                .publish(OutgoingMessage.to(topic, text).event(event));
    }

    private static List<Object> seen(Application application, int count) {
        List<Object> seen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            seen.add(application.seen());
        }
        return seen;
    }

    @Test
    void handlerGetsTheEventItNames() {
        try (Application application = Application.of(ByName.class)) {
            publish(application, "events.named", "shipped", "s");
            publish(application, "events.named", "paid", "p");
            application.get(MessageBroker.class).publishEvent("events.named", new Placed("o-1"));

            assertThat(seen(application, 2)).containsExactly("paid p", "placed o-1");
        }
    }

    @ApplicationScoped
    static class ByName {
        @Inject
        Seen seen;

        @Consumes(topic = "events.named", group = "g", event = "placed")
        void placed(Placed placed) {
            seen.add("placed " + placed.id());
        }

        @Consumes(topic = "events.named", group = "g", event = "${no.such.setting:paid}", concurrency = 1)
        void paid(String text) {
            seen.add("paid " + text);
        }
    }

    @Test
    void allHandlersOfAnEventRunInOneRequestAndAgainWhenOneFailed() {
        try (Application application = Application.of(First.class, Second.class, Request.class)) {
            publish(application, "events.shared", "placed", "x");

            List<Object> runs = seen(application, 4);

            assertThat(runs)
                    .filteredOn(run -> run.toString().startsWith("first"))
                    .hasSize(2);
            assertThat(runs)
                    .filteredOn(run -> run.toString().startsWith("second"))
                    .hasSize(2);
            assertThat(runs.subList(0, 2))
                    .extracting(run -> run.toString().replaceAll(".*in ", ""))
                    .containsOnly("request 1");
            assertThat(runs.subList(2, 4))
                    .extracting(run -> run.toString().replaceAll(".*in ", ""))
                    .containsOnly("request 2");
            publish(application, "events.shared", "placed", "end");
            assertThat(seen(application, 2))
                    .allSatisfy(run -> assertThat(run.toString()).contains("end"));
        }
    }

    @RequestScoped
    static class Request {
        private static final AtomicInteger NUMBER = new AtomicInteger();
        private final int number = NUMBER.incrementAndGet();

        int number() {
            return number;
        }
    }

    @ApplicationScoped
    static class First {
        @Inject
        Seen seen;

        @Inject
        Request request;

        @Consumes(topic = "events.shared", group = "g", event = "placed")
        void handle(BrokerMessage message) {
            seen.add("first " + message.text() + " in request " + request.number());
            if (message.deliveries() == 1 && message.text().equals("x")) {
                throw new IllegalStateException("the first fails, and the second is to run all the same");
            }
        }
    }

    @ApplicationScoped
    static class Second {
        @Inject
        Seen seen;

        @Inject
        Request request;

        @Consumes(topic = "events.shared", group = "g", event = "placed")
        CompletionStage<?> handle(String text) {
            seen.add("second " + text + " in request " + request.number());
            return CompletableFuture.completedFuture(null);
        }
    }

    @Test
    void whatOneHandlerLeavesOnTheThreadReachesNoOther() {
        try (Application application = Application.of(Careless.class)) {
            publish(application, "events.careless", "placed", "x");

            assertThat(seen(application, 2)).containsExactlyInAnyOrder("one undisturbed", "two undisturbed");
        }
    }

    @ApplicationScoped
    static class Careless {
        @Inject
        Seen seen;

        @Consumes(topic = "events.careless", group = "g", event = "placed")
        void one() {
            disturb("one");
        }

        @Consumes(topic = "events.careless", group = "g", event = "placed")
        void two() {
            disturb("two");
        }

        private void disturb(String name) {
            Thread thread = Thread.currentThread();
            boolean disturbed = thread.isInterrupted() || thread.getContextClassLoader() instanceof Foreign;
            seen.add(name + (disturbed ? " disturbed" : " undisturbed"));
            thread.interrupt();
            thread.setContextClassLoader(new Foreign());
        }
    }

    private static final class Foreign extends ClassLoader {}

    @Test
    void stageThatIsNoFutureIsFollowed() {
        try (Application application = Application.of(NoFuture.class)) {
            publish(application, "events.stages", "placed", "x");
            publish(application, "events.stages", "placed", "marker");

            assertThat(seen(application, 4)).containsExactlyInAnyOrder("one x", "two x", "one marker", "two marker");
        }
    }

    @ApplicationScoped
    static class NoFuture {
        @Inject
        Seen seen;

        @Consumes(topic = "events.stages", group = "g", event = "placed")
        CompletionStage<?> one(String text) {
            seen.add("one " + text);
            return new Plain();
        }

        @Consumes(topic = "events.stages", group = "g", event = "placed")
        CompletionStage<?> two(String text) {
            seen.add("two " + text);
            return new Plain();
        }
    }

    /** A stage that is complete, and no future, which is its right. */
    private static final class Plain extends CompletableFuture<Object> {

        Plain() {
            complete("done");
        }

        @Override
        public CompletableFuture<Object> toCompletableFuture() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void wholeTopicBesideEventsIsRefused() {
        assertThat(Application.refusal(WholeTopic.class, OneEvent.class))
                .endsWith(
                        "MILL-007 " + PREFIX + "OneEvent#handle and " + PREFIX + "WholeTopic#handle: a topic in a group"
                                + " has either one handler of the whole topic or handlers of its events (was both, topic"
                                + " events.mixed, group g). Give each an event, or a group of its own.");
    }

    @ApplicationScoped
    static class WholeTopic {
        @Consumes(topic = "events.mixed", group = "g")
        void handle(String text) {}
    }

    @ApplicationScoped
    static class OneEvent {
        @Consumes(topic = "events.mixed", group = "g", event = "placed")
        void handle(String text) {}
    }

    @Test
    void disagreementIsRefusedOptionByOption() {
        assertThat(Application.refusal(Patient.class, Impatient.class))
                .contains(
                        "MILL-008 " + PREFIX + "Impatient#handle and " + PREFIX
                                + "Patient#handle: handlers of events of"
                                + " one topic in one group share a subscription (was maxDeliveries 9 and the"
                                + " default, topic events.apart, group g). Write the same maxDeliveries for"
                                + " all.",
                        "(was retryAfter PT1M and the default,");
    }

    @ApplicationScoped
    static class Patient {
        @Consumes(topic = "events.apart", group = "g", event = "placed", maxDeliveries = 9, retryAfter = "1m")
        void handle(String text) {}
    }

    @ApplicationScoped
    static class Impatient {
        @Consumes(topic = "events.apart", group = "g", event = "paid", concurrency = 4)
        void handle(String text) {}
    }

    @Test
    void twoThatSettleOneEventByHandAreRefused() {
        assertThat(Application.refusal(ByHand.class))
                .contains("MILL-009 ", ByHand.class.getName() + "#one", ByHand.class.getName() + "#two")
                .endsWith(
                        "a delivery is settled by one handler (was ack = MANUAL on all, event placed). Use ack = AUTO,"
                                + " or give them groups of their own.");
    }

    @ApplicationScoped
    static class ByHand {
        @Consumes(topic = "events.byhand", group = "g", event = "placed", ack = AckMode.MANUAL)
        void one(Delivery delivery) {}

        @Consumes(topic = "events.byhand", group = "g", event = "placed", ack = AckMode.MANUAL)
        void two(Delivery delivery) {}
    }

    @Test
    void fateOfUnhandledEventsWithoutAnEventIsRefused() {
        Application.assertRefused(
                Careful.class,
                "MILL-010",
                ": a handler of the whole topic handles every event (was unhandled = DEAD_LETTER without event). Name an"
                        + " event, or remove unhandled.");
    }

    @ApplicationScoped
    static class Careful {
        @Consumes(topic = "events.careful", group = "g", unhandled = Unhandled.DEAD_LETTER)
        void handle(String text) {}
    }
}
