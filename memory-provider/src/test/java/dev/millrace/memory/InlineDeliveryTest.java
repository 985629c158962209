package dev.millrace.memory;

import static dev.millrace.memory.Probe.LONG;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.Delivery;
import dev.millrace.Subscription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
/** MEM-3: a publish that returns after the first deliveries, and never deadlocks. */
class InlineDeliveryTest {

    private final MemoryBroker broker = MemoryBroker.inline();

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void publishReturnsAfterTheFirstDeliveryToEachGroup() {
        Probe billing = Probe.thatSucceeds();
        Probe shipping = Probe.thatSucceeds();
        broker.consume("inline-groups", ConsumerOptions.group("billing"), billing);
        broker.consume("inline-groups", ConsumerOptions.group("shipping"), shipping);
        for (int i = 0; i < 200; i++) {
            broker.publish("inline-groups", "m" + i);
            assertThat(billing.texts()).hasSize(i + 1);
            assertThat(shipping.texts()).hasSize(i + 1);
        }
    }

    @Test
    void publishReturnsAfterADeliveryThatFailed() {
        try (LogLines log = LogLines.about("inline-failed")) {
            broker.consume("inline-failed", ConsumerOptions.group("g"), Probe.thatFails());
            broker.publish("inline-failed", "m");
            assertThat(log.warnings()).hasSize(1);
        }
    }

    @Test
    void publishReturnsAfterTheDeadLetterIsWritten() {
        broker.consume("inline-dead", ConsumerOptions.group("g").maxDeliveries(1), Probe.thatFails());
        broker.publish("inline-dead", "m");
        assertThat(broker.deadLetters("inline-dead").count()).isEqualTo(1);
    }

    @Test
    void publishReturnsAfterTheStageOfTheHandlerIsComplete() {
        AtomicBoolean complete = new AtomicBoolean();
        CountDownLatch returned = new CountDownLatch(1);
        broker.consume("inline-stage", ConsumerOptions.group("g"), delivery -> {
            CompletableFuture<Void> stage = CompletableFuture.runAsync(() -> {
                try {
                    returned.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                complete.set(true);
            });
            returned.countDown();
            return stage;
        });
        broker.publish("inline-stage", "m");
        assertThat(complete).isTrue();
    }

    @Test
    void handlerThatPublishesToItsOwnTopicDoesNotDeadlock() {
        Probe chain = Probe.thatDoes(message -> {
            if (message.text().length() < 5) {
                broker.publish("inline-chain", message.text() + "x");
            }
        });
        broker.consume("inline-chain", ConsumerOptions.group("g"), chain);
        broker.publish("inline-chain", "x");
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(chain.texts()).containsExactly("x", "xx", "xxx", "xxxx", "xxxxx");
    }

    @Test
    void stageThatPublishesToItsOwnTopicFromAnotherThreadDoesNotDeadlock() {
        broker.consume(
                "inline-async-chain",
                ConsumerOptions.group("g"),
                delivery -> CompletableFuture.runAsync(() -> {
                    if (delivery.message().text().length() < 3) {
                        broker.publish("inline-async-chain", delivery.message().text() + "x");
                    }
                }));
        broker.publish("inline-async-chain", "x");
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(broker.published()).extracting(BrokerMessage::text).containsExactly("x", "xx", "xxx");
    }

    @Test
    void publishDoesNotWaitForAGroupThatIsPaused() {
        Probe paused = Probe.thatSucceeds();
        broker.consume("inline-paused", ConsumerOptions.group("g"), paused).pause();
        broker.publish("inline-paused", "m");
        assertThat(paused.texts()).isEmpty();
    }

    @Test
    void publishStopsWaitingWhenTheGroupIsPaused() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        Probe busy = Probe.thatWaitsFor(done);
        Subscription subscription = broker.consume("inline-pausing", ConsumerOptions.group("g"), busy);
        broker.publishAsync("inline-pausing", "in hand");
        busy.next();
        Thread publisher = new Thread(() -> broker.publish("inline-pausing", "held up"));
        publisher.start();
        subscription.pause();
        publisher.join(LONG.toMillis());
        assertThat(publisher.isAlive()).isFalse();
        done.countDown();
    }

    @Test
    void publishDoesNotWaitForADeliveryLeftToBeSettledByHand() {
        CompletableFuture<Delivery> left = new CompletableFuture<>();
        broker.consume("inline-manual", ConsumerOptions.group("g").ack(AckMode.MANUAL), delivery -> {
            left.complete(delivery);
            return CompletableFuture.completedFuture(null);
        });
        broker.publish("inline-manual", "m");
        left.join().ack();
        assertThat(broker.awaitIdle(LONG)).isTrue();
    }

    @Test
    void publishersOnSeveralThreadsEachSeeTheirOwnDelivery() throws InterruptedException {
        Probe probe = Probe.thatSucceeds();
        broker.consume("inline-threads", ConsumerOptions.group("g"), probe);
        Queue<String> missed = new ConcurrentLinkedQueue<>();
        Thread[] publishers = new Thread[4];
        for (int i = 0; i < publishers.length; i++) {
            String name = "p" + i;
            publishers[i] = new Thread(() -> {
                for (int n = 0; n < 50; n++) {
                    String text = name + "-" + n;
                    broker.publish("inline-threads", text);
                    if (!probe.texts().contains(text)) {
                        missed.add(text);
                    }
                }
            });
            publishers[i].start();
        }
        for (Thread publisher : publishers) {
            publisher.join(LONG.toMillis());
        }
        assertThat(missed).isEmpty();
        assertThat(probe.texts()).hasSize(200);
    }
}
