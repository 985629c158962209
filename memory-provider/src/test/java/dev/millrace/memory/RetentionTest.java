package dev.millrace.memory;

import static dev.millrace.memory.Probe.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.ConsumerOptions;
import dev.millrace.Retention;
import org.junit.jupiter.api.Test;

class RetentionTest {

    private static final int MESSAGES = 100_000;

    private static int size(MemoryBroker broker, String topic) {
        return broker.store().locked(() -> broker.store().topic(topic).size());
    }

    @Test
    void handledMessagesAreNotKeptBeyondTheLengthOfTheTopic() {
        AtomicInteger handled = new AtomicInteger();
        try (MemoryBroker broker =
                MemoryBroker.builder().publishedLimit(10).maxLength(1_000).build()) {
            for (String group : new String[] {"billing", "shipping", "email"}) {
                broker.consume("retention", ConsumerOptions.group(group).concurrency(2), delivery -> {
                    handled.incrementAndGet();
                    return CompletableFuture.completedFuture(null);
                });
            }
            for (int i = 0; i < MESSAGES; i++) {
                broker.publish("retention", "m");
            }
            assertThat(broker.awaitIdle(LONG.multipliedBy(3))).isTrue();
            assertThat(handled).hasValue(3 * MESSAGES);
            assertThat(size(broker, "retention")).isEqualTo(1_000);
            assertThat(broker.published()).hasSize(10);
        }
    }

    @Test
    void deadLettersAreNotTrimmed() {
        try (MemoryBroker broker = MemoryBroker.builder().maxLength(5).build()) {
            broker.consume(
                    "retention-dead",
                    ConsumerOptions.group("g").maxDeliveries(1).concurrency(4),
                    Probe.thatFails());
            for (int i = 0; i < 20; i++) {
                broker.publish("retention-dead", "m");
            }
            assertThat(broker.awaitIdle(LONG)).isTrue();
            assertThat(broker.deadLetters("retention-dead").count()).isEqualTo(20);
        }
    }

    @Test
    void whatAGroupLostByTrimmingIsCountedToTheLast() {
        try (MemoryBroker broker =
                MemoryBroker.builder().maxLength(5).trimUnacked(true).build()) {
            broker.consume("retention-lost", ConsumerOptions.group("g"), Probe.thatFails())
                    .close();
            for (int i = 0; i < 20; i++) {
                broker.publish("retention-lost", "m");
            }
            assertThat(broker.lost("retention-lost", "g")).isEqualTo(15);
            assertThat(broker.lost("retention-lost", "unknown")).isZero();
        }
    }

    @Test
    void topicWithALengthOfItsOwnGoesByThat() {
        try (MemoryBroker broker = MemoryBroker.builder()
                .maxLength(10)
                .retention("retention-short", Retention.DEFAULT.maxLength(3))
                .build()) {
            for (int i = 0; i < 20; i++) {
                broker.publish("retention-short", "m");
                broker.publish("retention-long", "m");
            }
            assertThat(size(broker, "retention-short")).isEqualTo(3);
            assertThat(size(broker, "retention-long")).isEqualTo(10);
        }
    }
}
