package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.Delivery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** HND-1, HND-2, HND-7: each shape of handler is called with what it takes. */
class HandlerCallTest {

    private static Application application;

    @BeforeAll
    static void start() {
        application = Application.of(Shapes.class, OnRequest.class, OnSingleton.class);
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static Object published(String topic, Object payload) {
        application.publish(topic, payload);
        return application.seen();
    }

    @Test
    void handlerWithoutParametersIsCalled() {
        assertThat(published("call.nothing", "x")).isEqualTo("nothing");
    }

    @Test
    void handlerTakesTheMessage() {
        assertThat(published("call.message", "hello")).isEqualTo("call.message hello");
    }

    @Test
    void handlerTakesTheText() {
        assertThat(published("call.text", "größer")).isEqualTo("größer");
    }

    @Test
    void handlerTakesTheBytes() {
        assertThat((byte[]) published("call.bytes", new byte[] {0, -1, 7})).containsExactly(0, -1, 7);
    }

    @Test
    void handlerTakesAnObjectDecoded() {
        assertThat(published("call.order", new Order("a", 2))).isEqualTo(new Order("a", 2));
    }

    @Test
    void handlerTakesTheParametersFullGenericType() {
        assertThat(published("call.orders", Map.of("k", List.of(new Order("a", 2)))))
                .isEqualTo(new Order("a", 2));
    }

    @Test
    void handlerTakesMessageThenPayload() {
        assertThat(published("call.both", new Order("b", 1))).isEqualTo("call.both b");
    }

    @Test
    void handlerTakesPayloadThenMessage() {
        assertThat(published("call.reverse", new Order("c", 1))).isEqualTo("call.reverse c");
    }

    @Test
    void handlerThatReturnsAStageIsCalled() {
        assertThat(published("call.stage", "later")).isEqualTo("later");
    }

    @Test
    void handlerThatSettlesByHandTakesTheDelivery() {
        assertThat(published("call.manual", "by hand")).isEqualTo("by hand");
    }

    @Test
    void handlerOnARequestScopedBeanIsCalled() {
        assertThat(published("call.request", "request")).isEqualTo("request");
    }

    @Test
    void handlerOnASingletonIsCalled() {
        assertThat(published("call.singleton", "singleton")).isEqualTo("singleton");
    }

    /** A payload. */
    public record Order(String id, int count) {}

    @ApplicationScoped
    static class Shapes {

        @Inject
        Seen seen;

        @Consumes(topic = "call.nothing", group = "g")
        void nothing() {
            seen.add("nothing");
        }

        @Consumes(topic = "call.message", group = "g")
        void message(BrokerMessage message) {
            seen.add(message.topic() + " " + message.text());
        }

        @Consumes(topic = "call.text", group = "g")
        public void text(String text) {
            seen.add(text);
        }

        @Consumes(topic = "call.bytes", group = "g")
        protected void bytes(byte[] bytes) {
            seen.add(bytes);
        }

        @Consumes(topic = "call.order", group = "g")
        void order(Order order) {
            seen.add(order);
        }

        @Consumes(topic = "call.orders", group = "g")
        void orders(Map<String, List<Order>> orders) {
            seen.add(orders.get("k").get(0));
        }

        @Consumes(topic = "call.both", group = "g")
        void both(BrokerMessage message, Order order) {
            seen.add(message.topic() + " " + order.id());
        }

        @Consumes(topic = "call.reverse", group = "g")
        void reverse(Order order, BrokerMessage message) {
            seen.add(message.topic() + " " + order.id());
        }

        @Consumes(topic = "call.stage", group = "g")
        CompletionStage<Void> stage(String text) {
            return CompletableFuture.runAsync(() -> seen.add(text));
        }

        @Consumes(topic = "call.manual", group = "g", ack = AckMode.MANUAL)
        void manual(Delivery delivery) {
            delivery.ack();
            seen.add(delivery.message().text());
        }
    }

    @RequestScoped
    static class OnRequest {

        @Inject
        Seen seen;

        @Consumes(topic = "call.request", group = "g")
        void handle(String text) {
            seen.add(text);
        }
    }

    @Singleton
    static class OnSingleton {

        @Inject
        Seen seen;

        @Consumes(topic = "call.singleton", group = "g")
        void handle(String text) {
            seen.add(text);
        }
    }
}
