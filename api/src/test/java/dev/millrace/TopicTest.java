package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A topic of one type, without CDI. */
class TopicTest {

    /** What is sold. */
    public record Item(String name) {}

    private static final Item TEA = new Item("tea");

    private final TinyBroker broker = new TinyBroker();
    private final ConsumerRegistry consumers = new ConsumerRegistry(broker);
    private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        consumers.close();
    }

    private @Nullable Object seen() throws InterruptedException {
        return seen.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void emitReturnsTheIdAndCarriesTheHeaders() {
        String id = consumers.topic("items", Item.class).emit(TEA, Map.of("shop", "west"));

        assertThat(broker.history("items", 1))
                .singleElement()
                .satisfies(message -> assertThat(message.id()).isEqualTo(id))
                .satisfies(message -> assertThat(message.header("shop")).contains("west"));
    }

    @Test
    void emitAsyncCompletesWithTheId() {
        assertThat(consumers
                        .topic("items", Item.class)
                        .emitAsync(TEA)
                        .toCompletableFuture()
                        .join())
                .isEqualTo(broker.history("items", 1).get(0).id());
    }

    @Test
    void historyIsOfTheGenericType() {
        Topic<List<Item>> baskets = consumers.topic("baskets", new TypeToken<List<Item>>() {});
        baskets.emit(List.of());
        baskets.emit(List.of(TEA, new Item("milk")));

        assertThat(baskets.history(1)).containsExactly(List.of(TEA, new Item("milk")));
    }

    @Test
    void textTravelsAsItIs() {
        Topic<String> notes = consumers.topic("notes", String.class);
        notes.emit("\"quoted");

        assertThat(broker.history("notes", 1).get(0).text()).isEqualTo("\"quoted");
        assertThat(notes.history(1)).containsExactly("\"quoted");
    }

    @Test
    void bytesTravelAsTheyAre() {
        Topic<byte[]> raw = consumers.topic("raw", byte[].class);
        raw.emit(new byte[] {0, -1});

        assertThat(raw.history(1)).containsExactly(new byte[] {0, -1});
    }

    @Test
    void subscriberGetsPayloadAndMessage() throws Exception {
        Topic<Item> items = consumers.topic("items", Item.class);
        items.subscribe(Position.latest(), (item, message) -> seen.add(item.name() + " " + message.id()));

        String id = items.emit(TEA);

        assertThat(seen()).isEqualTo("tea " + id);
    }

    @Test
    void subscriberDoesNotSeeWhatFitsNot() throws Exception {
        Topic<Item> items = consumers.topic("items", Item.class);
        items.subscribe(Position.latest(), (item, message) -> seen.add(item));

        broker.publish("items", "no item");
        items.emit(TEA);

        assertThat(seen()).isEqualTo(TEA);
    }

    @Test
    void subscriberIsDrainedWithTheRegistry() {
        BroadcastSubscription subscription =
                consumers.topic("items", Item.class).subscribe(Position.latest(), (item, message) -> seen.add(item));

        assertThat(consumers.subscriptions()).hasSize(1);
        consumers.drain(Duration.ofSeconds(30));

        assertThatIllegalStateException()
                .isThrownBy(() -> consumers
                        .topic("items", Item.class)
                        .subscribe(Position.latest(), (item, message) -> seen.add(item)));
        assertThat(subscription.awaitIdle(Duration.ZERO)).isTrue();
    }

    @Test
    void historyOfWhatFitsNotSaysSo() {
        Topic<Item> items = consumers.topic("items", Item.class);
        broker.publish("items", "no item");

        assertThatExceptionOfType(PayloadException.class).isThrownBy(() -> items.history(1));
    }

    @Test
    void payloadIsThatOfAnyMessageOfTheTopic() {
        BrokerMessage message = BrokerMessage.builder("items", "{\"name\":\"tea\"}".getBytes(StandardCharsets.UTF_8))
                .build();

        assertThat(consumers.topic("items", Item.class).payload(message)).isEqualTo(TEA);
    }

    @Test
    void pulledMessageHasItsPayload() throws Exception {
        Topic<Item> items = consumers.topic("items", Item.class);
        try (PullConsumer pull = items.consumer("shelves", "shelf-1")) {
            String id = items.emit(TEA);

            Delivery delivery = pull.next();
            assertThat(items.payload(delivery.message())).isEqualTo(TEA);
            delivery.ack();
            assertThat(pull.subscription().awaitIdle(Duration.ofSeconds(30))).isTrue();
            assertThat(broker.acked()).containsExactly(id);
        }
    }

    @Test
    void pullConsumerIsDrainedWithTheRegistry() {
        PullConsumer pull = consumers.topic("items", Item.class).consumer("shelves", "shelf-1");
        consumers.drain(Duration.ofSeconds(30));

        assertThatIllegalStateException().isThrownBy(pull::next);
    }

    @Test
    void blankNameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> consumers.topic(" ", Item.class))
                .withMessage("topic: a name is needed (was \" \"). Give one that is not blank.");
    }

    @Test
    @SuppressWarnings("NullAway") // A caller without the checker.
    void nullPayloadIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> consumers.topic("items", Item.class).emit(null))
                .withMessage("payload of topic items: a value is needed (was null). Give one.");
    }
}
