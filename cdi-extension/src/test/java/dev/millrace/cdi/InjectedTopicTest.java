package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.util.TypeLiteral;
import jakarta.inject.Inject;
import jakarta.inject.Provider;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.Consumes;
import dev.millrace.Delivery;
import dev.millrace.MessageBroker;
import dev.millrace.Position;
import dev.millrace.PullConsumer;
import dev.millrace.StartAt;
import dev.millrace.Topic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Topics are injected by name, with the type of their payloads. */
class InjectedTopicTest {

    /** What is ordered. */
    public record Order(String item) {}

    private static final Order TEA = new Order("tea");

    private static Application application;

    @BeforeAll
    static void start() {
        System.setProperty("test.orders.topic", "orders.configured");
        application = Application.of(Shop.class, OrderBook.class, Basket.class, Handlers.class);
    }

    @AfterAll
    static void stop() {
        application.close();
        System.clearProperty("test.orders.topic");
    }

    abstract static class Book<T> {
        @Inject
        @TopicName("orders.inherited")
        Topic<T> entries;

        Topic<T> observed;

        private Topic<List<T>> pages;

        @Inject
        void pages(@TopicName("orders.pages") Topic<List<T>> injected) {
            pages = injected;
        }

        Topic<List<T>> pages() {
            return pages;
        }

        void ofObserver(@Observes Startup event, @TopicName("orders.observed") Topic<T> injected) {
            observed = injected;
        }
    }

    @ApplicationScoped
    static class OrderBook extends Book<Order> {
        Topic<Order> all() {
            return entries;
        }

        Topic<Order> observed() {
            return observed;
        }
    }

    @ApplicationScoped
    static class Shop {
        @Inject
        @TopicName("orders")
        Topic<Order> orders;

        @Inject
        @TopicName("baskets")
        Topic<List<Order>> baskets;

        @Inject
        @TopicName("notes")
        Topic<String> notes;

        @Inject
        @TopicName("raw")
        Topic<byte[]> raw;

        @Inject
        @TopicName("${test.orders.topic}")
        Topic<Order> configured;

        @Inject
        @TopicName("orders.provided")
        Provider<Topic<Order>> provided;

        @Inject
        @TopicName("orders.instance")
        Instance<Topic<Order>> instance;

        private Topic<Order> given;

        @Inject
        void topics(@TopicName("orders.given") Topic<Order> topic) {
            given = topic;
        }

        Topic<Order> orders() {
            return orders;
        }

        Topic<List<Order>> baskets() {
            return baskets;
        }

        Topic<String> notes() {
            return notes;
        }

        Topic<byte[]> raw() {
            return raw;
        }

        List<String> names() {
            return List.of(
                    orders.name(),
                    configured.name(),
                    provided.get().name(),
                    instance.get().name(),
                    given.name());
        }
    }

    @SessionScoped
    static class Basket implements Serializable {
        private static final long serialVersionUID = 1L;

        @Inject
        @TopicName("orders")
        Topic<Order> orders;
    }

    @ApplicationScoped
    static class Handlers {
        @Inject
        Seen seen;

        @Consumes(topic = "orders.handled", group = "g")
        void on(Order order, BrokerMessage message) {
            seen.add(order.item() + " " + message.id());
        }

        @Inject
        @TopicName("orders.handled")
        Topic<Order> orders;

        String order(Order order) {
            return orders.emit(order);
        }
    }

    private static Shop shop() {
        return application.get(Shop.class);
    }

    @Test
    void emittedPayloadComesToTheHandlersOfTheTopic() {
        String id = application.get(Handlers.class).order(TEA);

        assertThat(application.seen()).isEqualTo("tea " + id);
    }

    @Test
    void nameIsLiteralOrConfiguredWhereverItIsInjected() {
        assertThat(shop().names())
                .containsExactly("orders", "orders.configured", "orders.provided", "orders.instance", "orders.given");
    }

    @Test
    void payloadsAreOfTheFullGenericType() {
        shop().baskets().emit(List.of(TEA));

        assertThat(shop().baskets().history(1)).containsExactly(List.of(TEA));
    }

    @Test
    void textAndBytesTravelAsTheyAre() {
        shop().notes().emit("{");
        shop().raw().emit(new byte[] {-1});

        assertThat(shop().notes().history(1)).containsExactly("{");
        assertThat(shop().raw().history(1)).containsExactly(new byte[] {-1});
    }

    @Test
    void typeOfAnInheritedFieldIsThatOfTheBean() {
        Topic<Order> entries = application.get(OrderBook.class).all();
        entries.emit(TEA);

        assertThat(entries.history(1)).containsExactly(TEA);
    }

    @Test
    void topicOfAnInheritedObserverHasTheTypeOfTheBean() {
        Topic<Order> observed = application.get(OrderBook.class).observed();
        observed.emit(TEA);
        assertThat(observed.name()).isEqualTo("orders.observed");
        assertThat(observed.history(1)).containsExactly(TEA);
    }

    @Test
    void typeOfAnInheritedParameterIsThatOfTheBean() {
        Topic<List<Order>> pages = application.get(OrderBook.class).pages();
        pages.emit(List.of(TEA));

        assertThat(pages.history(1)).containsExactly(List.of(TEA));
    }

    @Test
    void subscriberGetsTheTypedPayload() {
        Seen seen = application.get(Seen.class);
        try (var subscription = shop().orders().subscribe(Position.latest(), (order, message) -> seen.add(order))) {
            shop().orders().emit(TEA);

            assertThat(application.seen()).isEqualTo(TEA);
            assertThat(subscription.topic()).isEqualTo("orders");
        }
    }

    @Test
    @Tag("weld") // OpenWebBeans does not say what is looked up.
    void topicIsLookedUpByNameAndType() {
        Topic<Order> found = application
                .container()
                .select(new TypeLiteral<Topic<Order>>() {}, TopicName.Literal.of("orders.found"))
                .get();
        found.emit(TEA);

        assertThat(found.name()).isEqualTo("orders.found");
        assertThat(found.history(1)).containsExactly(TEA);
    }

    @Test
    @Tag("weld") // OpenWebBeans does not say what is looked up.
    void lookupOfABlankNameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> application
                        .container()
                        .select(new TypeLiteral<Topic<Order>>() {}, TopicName.Literal.of(" "))
                        .get())
                .withMessageContaining("MILL-002 ")
                .withMessageContaining("@TopicName needs a name (was \" \")");
    }

    @Test
    void topicSurvivesPassivation() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(shop().baskets());
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            @SuppressWarnings("unchecked")
            Topic<List<Order>> read = (Topic<List<Order>>) in.readObject();
            read.emit(List.of(TEA, TEA));

            assertThat(read.history(1)).containsExactly(List.of(TEA, TEA));
        }
    }

    @Test
    void consumerOfATopicGivesItsMessages() throws Exception {
        Topic<List<Order>> baskets = shop().baskets();
        try (PullConsumer pull = baskets.consumer(
                ConsumerOptions.group("pulling").consumer("one").startAt(StartAt.LATEST))) {
            String id = baskets.emit(List.of(TEA));

            Delivery delivery = pull.next();
            assertThat(delivery.message().id()).isEqualTo(id);
            assertThat(baskets.payload(delivery.message())).containsExactly(TEA);
            delivery.ack();
        }
    }

    @Test
    void publishingByTheBrokerAndByTheTopicIsOne() {
        application.get(MessageBroker.class).publish("orders.inherited", new Order("milk"));

        assertThat(application.get(OrderBook.class).all().history(1)).containsExactly(new Order("milk"));
    }
}
