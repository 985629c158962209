package dev.millrace.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.Delivery;
import dev.millrace.tck.Assertion;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Theme;

/** The methods that handle messages. */
@SuppressWarnings({"exports", "missing-explicit-ctor"}) // The beans are public only because an interface holds them.
public interface HandlersContract extends Theme {

    /** A payload. */
    record Order(String customer, int amount) {}

    /** One method of each shape, each in a group of its own. */
    @ApplicationScoped
    class Shapes {

        @Inject
        Journal journal;

        @Consumes(topic = Application.TOPIC, group = "nothing")
        void nothing() {
            journal.add("nothing");
        }

        @Consumes(topic = Application.TOPIC, group = "message")
        void message(BrokerMessage message) {
            journal.add("message " + message.text());
        }

        @Consumes(topic = Application.TOPIC, group = "text")
        void text(String text) {
            journal.add("text " + text);
        }

        @Consumes(topic = Application.TOPIC, group = "bytes")
        void bytes(byte[] bytes) {
            journal.add("bytes " + bytes.length);
        }

        @Consumes(topic = Application.TOPIC, group = "order")
        void order(Order order) {
            journal.add("order " + order.amount());
        }

        @Consumes(topic = Application.TOPIC, group = "message and order")
        void messageAndOrder(BrokerMessage message, Order order) {
            journal.add("message and order " + message.deliveries() + " " + order.amount());
        }

        @Consumes(topic = Application.TOPIC, group = "order and message")
        void orderAndMessage(Order order, BrokerMessage message) {
            journal.add("order and message " + order.amount() + " " + message.deliveries());
        }
    }

    @Assertion({"HND-1", "HND-2"})
    default void handlerTakesWhatItsParametersAskFor(Bench bench) {
        Application application = Application.start(bench, Shapes.class);

        application.publish(new Order("Zoë", 42));

        int length = "{\"amount\":42,\"customer\":\"Zoë\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        Journal journal = application.journal();
        journal.await("", 7);
        assertThat(journal.lines("message {")).hasSize(1);
        assertThat(journal.lines("text {")).hasSize(1);
        assertThat(journal.lines())
                .contains("nothing", "bytes " + length, "order 42", "message and order 1 42", "order and message 42 1");
    }

    /** A handler of a generic payload. */
    @ApplicationScoped
    class Lists {

        @Inject
        Journal journal;

        @Consumes(topic = Application.TOPIC, group = "orders")
        void orders(List<Order> orders) {
            journal.add("first " + orders.get(0).amount());
        }
    }

    @Assertion("HND-2")
    default void payloadIsDecodedToTheParametersFullType(Bench bench) {
        Application application = Application.start(bench, Lists.class);

        application.publish(List.of(new Order("Zoë", 42)));

        application.journal().await("first 42");
    }

    /** A handler that returns a stage, failed on the first delivery. */
    @ApplicationScoped
    class Stages {

        @Inject
        Journal journal;

        @Consumes(topic = Application.TOPIC, group = "stages")
        CompletionStage<?> handle(BrokerMessage message) {
            return CompletableFuture.runAsync(() -> {
                journal.add("delivery " + message.deliveries());
                if (message.deliveries() == 1) {
                    throw new IllegalStateException("as the test asked");
                }
            });
        }
    }

    @Assertion("HND-2")
    default void stageThatFailsIsAFailureOfTheDelivery(Bench bench) {
        Application application = Application.start(bench, Stages.class);
        application.publish("order");
        application.journal().await("delivery 1");

        application.pass(bench.gap());

        application.journal().await("delivery 2");
    }

    @Assertion("HND-2")
    default void stageThatCompletesNormallyAcksTheMessage(Bench bench) {
        Application application = Application.start(bench, Stages.class);
        application.publish("order");
        application.journal().await("delivery 1");
        application.pass(bench.gap());
        application.journal().await("delivery 2");
        application.publish("next");
        application.journal().await("delivery ", 3);

        application.pass(bench.claimAfter());

        application.publish("last");
        application.journal().await("delivery 1", 3);
        assertThat(application.journal().lines("delivery 3")).isEmpty();
    }

    /** A handler that settles by hand. */
    @ApplicationScoped
    class ByHand {

        @Inject
        Journal journal;

        @Consumes(topic = Application.TOPIC, group = "by hand", ack = AckMode.MANUAL)
        void handle(Delivery delivery, String text) {
            journal.add(text + " " + delivery.message().deliveries());
            if (delivery.message().deliveries() == 1) {
                delivery.retry();
            } else {
                delivery.ack();
            }
        }
    }

    @Assertion("HND-2")
    default void handlerThatSettlesByHandTakesTheDelivery(Bench bench) {
        Application application = Application.start(bench, ByHand.class);
        application.publish("order");
        application.journal().await("order 1");

        application.pass(bench.gap());

        application.journal().await("order 2");
    }

    /** A handler that fails on the first delivery. */
    @ApplicationScoped
    class Failing {

        @Inject
        Journal journal;

        @Consumes(topic = Application.TOPIC, group = "failing")
        void handle(BrokerMessage message) {
            journal.add("delivery " + message.deliveries());
            if (message.deliveries() == 1) {
                throw new IllegalStateException("as the test asked");
            }
        }
    }

    @Assertion({"HND-2", "DLV-1"})
    default void handlerThatThrowsGetsTheMessageAgain(Bench bench) {
        Application application = Application.start(bench, Failing.class);
        application.publish("order");
        application.journal().await("delivery 1");

        application.pass(bench.gap());

        application.journal().await("delivery 2");
    }

    /** A bean that publishes only. */
    @ApplicationScoped
    class Publisher {

        @Inject
        dev.millrace.MessageBroker broker;

        @Inject
        Journal journal;

        /** Publishes one message. */
        public void publish(String topic) {
            journal.add("published " + broker.publish(topic, "order"));
        }
    }

    @Assertion("HND-8")
    default void brokerThatIsOnlyPublishedToIsOpenedOnFirstUse(Bench bench) {
        Application application = Application.start(bench, Publisher.class);
        Publisher publisher = application.get(Publisher.class);
        assertThat(application.opened()).isZero();

        publisher.publish(bench.topic());

        assertThat(application.opened()).isEqualTo(1);
    }
}
