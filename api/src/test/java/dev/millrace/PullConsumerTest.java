package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import dev.millrace.spi.Outcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PullConsumerTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final ConsumerOptions BILLING = ConsumerOptions.group("billing");

    private final TinyBroker broker = new TinyBroker();
    private final List<PullConsumer> opened = new ArrayList<>();

    @AfterEach
    void close() {
        Thread.interrupted();
        // First, or the broker would wait for what a test left unsettled.
        opened.forEach(PullConsumer::close);
        broker.close();
    }

    private PullConsumer open(String topic, ConsumerOptions options) {
        PullConsumer consumer = broker.consumer(topic, options);
        opened.add(consumer);
        return consumer;
    }

    @Test
    void nextGivesMessagesInTheirOrder() throws Exception {
        PullConsumer orders = open("order", BILLING);
        List<String> ids = List.of(broker.publish("order", "1"), broker.publish("order", "2"));

        List<String> given = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Delivery delivery = orders.next();
            given.add(delivery.message().id());
            delivery.ack();
        }

        assertThat(given).isEqualTo(ids);
        orders.close();
        assertThat(broker.acked()).isEqualTo(ids);
    }

    @Test
    void nextWaitsForAMessageThatComesLater() {
        PullConsumer orders = open("later", BILLING);
        CompletableFuture<String> waiting = nextId(orders);

        String id = broker.publish("later", "1");

        assertThat(waiting.join()).isEqualTo(id);
    }

    private static CompletableFuture<String> nextId(PullConsumer consumer) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                Delivery delivery = consumer.next();
                delivery.ack();
                return delivery.message().id();
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        });
    }

    @Test
    void pollIsEmptyWhenTheTimeIsOver() throws Exception {
        PullConsumer orders = open("nothing", BILLING);

        assertThat(orders.poll(Duration.ofMillis(1))).isEmpty();
    }

    @Test
    void askingForMoreThanMayBeUnsettledIsRefusedAndNamesTheMessage() throws Exception {
        PullConsumer orders = open("full", BILLING);
        broker.publish("full", "1");
        Delivery unsettled = orders.next();

        assertThatIllegalStateException()
                .isThrownBy(orders::next)
                .withMessageContainingAll("full", unsettled.message().id(), "ack or retry");
    }

    @Test
    void asManyAsTheConcurrencyMayBeUnsettled() throws Exception {
        PullConsumer orders = open("several", BILLING.concurrency(2));
        broker.publish("several", "1");
        broker.publish("several", "2");

        Delivery first = orders.next();

        assertThat(orders.next().message().id()).isNotEqualTo(first.message().id());
    }

    @Test
    void whatNobodyAsksForIsHandedBackUncounted() throws Exception {
        // One delivery is allowed, so that nothing is offered ahead.
        PullConsumer orders = open("idle", BILLING.maxDeliveries(1));
        orders.poll(Duration.ZERO);
        broker.publish("idle", "1");

        assertThat(orders.subscription().awaitIdle(LONG)).isTrue();
        assertThat(broker.unacked()).allMatch(Outcome.NotStarted.class::isInstance);
    }

    @Test
    void closeFailsWhatWasGivenAndNotSettled() throws Exception {
        PullConsumer orders = open("closed", BILLING);
        String id = broker.publish("closed", "1");
        Delivery delivery = orders.next();

        orders.close();
        delivery.ack();

        assertThat(broker.acked()).isEmpty();
        assertThat(broker.unacked())
                .singleElement()
                .isInstanceOfSatisfying(
                        Outcome.Failed.class,
                        failed -> assertThat(failed.cause()).hasMessageContaining(id));
    }

    @Test
    void closeLetsGoOfWhoeverWaits() {
        PullConsumer orders = open("let-go", BILLING);
        CompletableFuture<String> waiting = nextId(orders);

        orders.close();

        assertThat(waiting.handle((id, failure) -> failure).join()).hasRootCauseInstanceOf(IllegalStateException.class);
        assertThatIllegalStateException()
                .isThrownBy(() -> orders.poll(LONG))
                .withMessageContainingAll("let-go", "closed");
    }

    @Test
    void theIteratorEndsWhenTheConsumerIsClosed() {
        PullConsumer orders = open("iterated", BILLING);
        broker.publish("iterated", "1");

        int given = 0;
        for (Delivery delivery : orders) {
            given++;
            delivery.ack();
            orders.close();
        }

        assertThat(given).isEqualTo(1);
    }

    @Test
    void anIteratorThatEndedHasNoNext() {
        PullConsumer orders = open("over", BILLING);
        Iterator<Delivery> deliveries = orders.iterator();

        orders.close();

        assertThat(deliveries).isExhausted();
        assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(deliveries::next);
    }

    @Test
    void anInterruptEndsTheIteratorAndStays() {
        PullConsumer orders = open("interrupted", BILLING);
        Thread.currentThread().interrupt();

        assertThat(orders.iterator().hasNext()).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aDrainOfTheBrokerLetsTheCallerSettleAndThenEnds() throws Exception {
        PullConsumer orders = open("drained", BILLING);
        String id = broker.publish("drained", "1");
        Delivery delivery = orders.next();
        CompletableFuture<Boolean> drained = CompletableFuture.supplyAsync(() -> broker.drain(LONG));

        delivery.ack();

        assertThat(drained.join()).isTrue();
        assertThat(broker.acked()).containsExactly(id);
        assertThatIllegalStateException().isThrownBy(orders::next);
    }

    @Test
    void aDrainOutOfTimeLeavesWhatWasGivenToBeSettled() throws Exception {
        PullConsumer orders = open("late", BILLING);
        String id = broker.publish("late", "1");
        Delivery delivery = orders.next();

        assertThat(broker.drain(Duration.ZERO)).isFalse();
        assertThat(broker.unacked()).isEmpty();
        delivery.ack();

        assertThat(broker.acked()).containsExactly(id);
    }

    @Test
    void aRegistryDrainsItsPullConsumers() {
        ConsumerRegistry registry = new ConsumerRegistry(broker);
        PullConsumer orders = registry.consumer("registered", BILLING);
        CompletableFuture<String> waiting = nextId(orders);

        assertThat(registry.drain(LONG)).isTrue();

        assertThat(waiting.handle((id, failure) -> failure).join()).hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void aRegistryForgetsAPullConsumerThatItsCallerClosed() {
        ConsumerRegistry registry = new ConsumerRegistry(broker);
        registry.consumer("closed-first", BILLING).close();

        PullConsumer open = registry.consumer("open", BILLING);

        assertThat(registry.subscriptions()).containsExactly(open.subscription());
    }

    @Test
    void aPausedOneGivesNothing() throws Exception {
        PullConsumer orders = open("paused", BILLING);
        orders.subscription().pause();
        broker.publish("paused", "1");

        assertThat(orders.poll(Duration.ofMillis(1))).isEmpty();
        orders.subscription().resume();
        assertThat(orders.poll(LONG)).isPresent();
    }

    @Test
    void aTimeBelowZeroIsRefused() {
        PullConsumer orders = open("negative", BILLING);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> orders.poll(Duration.ofSeconds(-1)))
                .withMessageContainingAll("negative", "PT-1S");
    }

    @Test
    void blankNamesAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> broker.consumer("blank", "billing", " "))
                .withMessageContaining("consumer");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> broker.consumer("blank", "", "a"))
                .withMessageContaining("group");
    }
}
