package dev.millrace.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageHandler;
import org.junit.jupiter.api.Test;

class MemoryBrokerTest {

    private static final Duration LONG = Duration.ofSeconds(10);

    private static DeliveryHandler of(MessageHandler handler) {
        return delivery -> {
            handler.handle(delivery.message());
            return CompletableFuture.completedFuture(null);
        };
    }

    @Test
    void everyGroupGetsEveryMessageInOrder() {
        List<String> billing = new CopyOnWriteArrayList<>();
        List<String> shipping = new CopyOnWriteArrayList<>();
        try (MemoryBroker broker = MemoryBroker.create()) {
            broker.consume("orders", ConsumerOptions.group("billing"), of(m -> billing.add(m.text())));
            broker.consume("orders", ConsumerOptions.group("shipping"), of(m -> shipping.add(m.text())));
            for (int i = 0; i < 100; i++) {
                broker.publish("orders", "m" + i);
            }
            assertThat(broker.awaitIdle(LONG)).isTrue();
        }
        assertThat(billing)
                .hasSize(100)
                .startsWith("m0", "m1", "m2")
                .endsWith("m99")
                .isEqualTo(shipping);
    }

    @Test
    void failedMessageIsRetriedAfterItsGapAndBecomesADeadLetterInTheEnd() {
        ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
        List<Integer> deliveries = new CopyOnWriteArrayList<>();
        try (MemoryBroker broker = MemoryBroker.builder().clock(clock).build()) {
            broker.consume("pay", ConsumerOptions.group("g").maxDeliveries(3), of(m -> {
                deliveries.add(m.deliveries());
                throw new IllegalStateException("no");
            }));
            broker.publish("pay", "x");
            assertThat(broker.awaitIdle(LONG)).isTrue();
            assertThat(deliveries).containsExactly(1);
            clock.advance(Duration.ofMillis(4_999));
            assertThat(broker.awaitIdle(LONG)).isTrue();
            assertThat(deliveries).containsExactly(1);
            clock.advance(Duration.ofMillis(1));
            assertThat(broker.awaitIdle(LONG)).isTrue();
            assertThat(deliveries).containsExactly(1, 2);
            clock.advance(Duration.ofSeconds(10));
            assertThat(broker.awaitIdle(LONG)).isTrue();
            assertThat(deliveries).containsExactly(1, 2, 3);
            assertThat(broker.deadLetters("pay").list(10)).singleElement().satisfies(letter -> {
                assertThat(letter.deliveries()).isEqualTo(3);
                assertThat(letter.group()).isEqualTo("g");
                assertThat(letter.exceptionMessage()).contains("no");
            });
        }
    }

    @Test
    void inlinePublishReturnsAfterTheHandlerRanOnAnotherThread() {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        try (MemoryBroker broker = MemoryBroker.inline()) {
            broker.consume("orders", ConsumerOptions.group("billing"), of(m -> threads.add(Thread.currentThread())));
            broker.publish("orders", "m");
            assertThat(threads).hasSize(1).doesNotContain(Thread.currentThread());
        }
    }

    @Test
    void publishedListsEveryMessageAcceptedInOrder() {
        try (MemoryBroker broker = MemoryBroker.create()) {
            broker.publish("a", "1");
            broker.publish("b", "2");
            assertThat(broker.published()).extracting(BrokerMessage::text).containsExactly("1", "2");
        }
    }
}
