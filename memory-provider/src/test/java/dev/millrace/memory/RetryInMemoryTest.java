package dev.millrace.memory;

import static dev.millrace.memory.Probe.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import dev.millrace.AckMode;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetter;
import dev.millrace.Delivery;
import dev.millrace.MessageHandler;
import dev.millrace.RetryPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryInMemoryTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryBroker broker = MemoryBroker.builder().clock(clock).build();

    @AfterEach
    void close() {
        broker.close();
    }

    private void restAfter(Duration duration) {
        clock.advance(duration);
        assertThat(broker.awaitIdle(LONG)).isTrue();
    }

    @Test
    void retriesComeWhenTheClockIsMovedToThem() {
        Probe failing = Probe.thatFails();
        broker.consume("clock-retries", ConsumerOptions.group("g"), failing);
        broker.publish("clock-retries", "m");
        restAfter(Duration.ZERO);
        restAfter(Duration.ofMillis(4_999));
        assertThat(failing.deliveries()).containsExactly(1);
        restAfter(Duration.ofMillis(1));
        assertThat(failing.deliveries()).containsExactly(1, 2);
        restAfter(Duration.ofSeconds(10));
        assertThat(failing.deliveries()).containsExactly(1, 2, 3);
    }

    @Test
    void retryIsStartedByTheMoveOfTheClockAlone() {
        Probe failing = Probe.thatFails();
        broker.consume("clock-alone", ConsumerOptions.group("g"), failing);
        broker.publish("clock-alone", "m");
        failing.next();
        assertThat(broker.awaitIdle(LONG)).isTrue();
        clock.advance(Duration.ofSeconds(5));
        assertThat(failing.next().deliveries()).isEqualTo(2);
    }

    @Test
    void retryThatCameDueWhileTheSlotWasTakenRunsWhenItIsFree() {
        CountDownLatch go = new CountDownLatch(1);
        Probe probe = Probe.thatDoes(message -> {
            if (message.text().equals("long")) {
                go.await();
            } else if (message.deliveries() == 1) {
                throw new IllegalStateException("once");
            }
        });
        broker.consume("clock-slot", ConsumerOptions.group("g"), probe);
        broker.publish("clock-slot", "fails once");
        broker.publish("clock-slot", "long");
        probe.next();
        probe.next();
        clock.advance(Duration.ofSeconds(5));
        go.countDown();
        assertThat(probe.next().deliveries()).isEqualTo(2);
    }

    @Test
    void realClockStartsARetryByItself() {
        try (MemoryBroker real = MemoryBroker.builder()
                .retryPolicy(new RetryPolicy(2, Duration.ofMillis(20)))
                .build()) {
            Probe failing = Probe.thatFails();
            real.consume("real-clock", ConsumerOptions.group("g"), failing);
            real.publish("real-clock", "m");
            assertThat(failing.next().deliveries()).isEqualTo(1);
            assertThat(failing.next().deliveries()).isEqualTo(2);
        }
    }

    @Test
    void retryIsNotForgottenWhereAnEarlierOneFellDueWhileTheSlotWasTaken() {
        CountDownLatch go = new CountDownLatch(1);
        MessageHandler failing = message -> {
            if (message.deliveries() <= (message.text().equals("later") ? 2 : 1)) {
                throw new IllegalStateException("not yet");
            }
        };
        Probe marker = Probe.thatDoes(failing);
        Probe probe = Probe.thatDoes(message -> {
            if (message.text().equals("long")) {
                go.await();
            } else {
                failing.handle(message);
            }
        });
        // Not a manual clock, of which each move has the dispatcher look again.
        try (MemoryBroker real = MemoryBroker.builder()
                .retryPolicy(new RetryPolicy(3, Duration.ofMillis(100)))
                .build()) {
            real.consume("overtaken", ConsumerOptions.group("g"), probe);
            real.consume("overtaken-marker", ConsumerOptions.group("g"), marker);
            real.publish("overtaken", "later");
            probe.next();
            probe.next();
            real.publish("overtaken", "sooner");
            probe.next();
            real.publish("overtaken", "long");
            probe.next();
            // Due after the sooner one, so the dispatcher has seen that fall due, and before the later one.
            real.publish("overtaken-marker", "m");
            marker.next();
            marker.next();
            go.countDown();
            probe.next();
            probe.next();
            // In any order, since the machine may be slow.
            assertThat(probe.texts()).containsExactlyInAnyOrder("later", "later", "later", "sooner", "sooner", "long");
        }
    }

    @Test
    void messageOutOfDeliveriesIsADeadLetterWithWhatItDiedOf() {
        broker.consume("clock-dead", ConsumerOptions.group("g").maxDeliveries(1), Probe.thatFails());
        broker.publish("clock-dead", "m");
        restAfter(Duration.ZERO);
        assertThat(broker.deadLetters("clock-dead").list(10)).singleElement().satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo(DeadLetter.Reason.MAX_DELIVERIES);
            assertThat(letter.exceptionMessage()).contains("no luck with m");
            assertThat(letter.consumer()).isEqualTo("memory");
            assertThat(letter.at()).isEqualTo(clock.instant());
        });
    }

    @Test
    void everyFailedDeliveryIsLoggedOnceWithWhenItIsTriedAgain() {
        try (LogLines log = LogLines.about("topic log-retry,")) {
            broker.consume("log-retry", ConsumerOptions.group("g").maxDeliveries(2), Probe.thatFails());
            String id = broker.publish("log-retry", "m");
            restAfter(Duration.ZERO);
            restAfter(Duration.ofSeconds(5));
            assertThat(log.warnings())
                    .containsExactly(
                            "topic log-retry, group g, message " + id
                                    + ": delivery 1 of 2 failed. It is tried again in PT5S, at 2026-01-01T00:00:05Z.",
                            "topic log-retry, group g, message " + id
                                    + ": delivery 2 of 2 failed. It is a dead letter in log-retry.dead now (MAX_DELIVERIES).");
            assertThat(log.causesOfWarnings()).hasSize(2).allMatch(IllegalStateException.class::isInstance);
        }
    }

    @Test
    void withoutRedeliveryAFailedMessageIsDeliveredOnce() {
        try (MemoryBroker once =
                MemoryBroker.builder().clock(clock).redeliver(false).build()) {
            Probe failing = Probe.thatFails();
            once.consume("redeliver-off", ConsumerOptions.group("g"), failing);
            once.publish("redeliver-off", "m");
            assertThat(once.awaitIdle(LONG)).isTrue();
            clock.advance(Duration.ofDays(1));
            assertThat(once.awaitIdle(LONG)).isTrue();
            assertThat(failing.deliveries()).containsExactly(1);
        }
    }

    @Test
    void slowHandlerIsReportedOnceWithItsStack() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        try (LogLines log = LogLines.about("topic slow-handler,")) {
            Probe slow = Probe.thatWaitsFor(done);
            broker.consume("slow-handler", ConsumerOptions.group("g"), slow);
            Probe marker = Probe.thatSucceeds();
            broker.consume("slow-handler-marker", ConsumerOptions.group("g"), marker);
            broker.publish("slow-handler", "m");
            slow.next();
            clock.advance(Duration.ofSeconds(61));
            log.awaitWarning();
            for (int i = 0; i < 2; i++) {
                clock.advance(Duration.ofSeconds(61));
                broker.publish("slow-handler-marker", "m");
                marker.next();
            }
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("its handler has run for more than PT1M, see its stack");
            assertThat(log.causesOfWarnings())
                    .singleElement()
                    .satisfies(stack -> assertThat(stack.getStackTrace())
                            .anyMatch(frame -> frame.getClassName().equals(Probe.class.getName())));
        }
        done.countDown();
    }

    @Test
    void deliveryNotSettledByHandFailsWhenItsLeaseRunsOut() {
        CompletableFuture<Delivery> left = new CompletableFuture<>();
        try (LogLines log = LogLines.about("topic unsettled,")) {
            broker.consume("unsettled", ConsumerOptions.group("g").ack(AckMode.MANUAL), delivery -> {
                left.complete(delivery);
                return CompletableFuture.completedFuture(null);
            });
            broker.publish("unsettled", "m");
            left.join();
            assertThat(broker.awaitIdle(Duration.ofMillis(1))).isFalse();
            clock.advance(Duration.ofSeconds(60));
            assertThat(broker.awaitIdle(LONG)).isTrue();
            assertThat(log.warnings()).singleElement().asString().contains("delivery 1 of 5 failed");
            assertThat(log.causesOfWarnings())
                    .singleElement()
                    .satisfies(cause -> assertThat(cause).hasMessageContaining("not settled before its lease ran out"));
        }
    }

    @Test
    void deliverySettledForAnEarlierTryIsTriedEarlier() {
        Queue<Integer> deliveries = new ConcurrentLinkedQueue<>();
        broker.consume("sooner", ConsumerOptions.group("g").ack(AckMode.MANUAL), delivery -> {
            deliveries.add(delivery.message().deliveries());
            delivery.retry(Duration.ofSeconds(1));
            return CompletableFuture.completedFuture(null);
        });
        broker.publish("sooner", "m");
        restAfter(Duration.ZERO);
        restAfter(Duration.ofMillis(999));
        assertThat(deliveries).containsExactly(1);
        restAfter(Duration.ofMillis(1));
        assertThat(deliveries).containsExactly(1, 2);
    }

    @Test
    void deliverySettledForALaterTryIsTriedAfterItsGap() {
        Queue<Integer> deliveries = new ConcurrentLinkedQueue<>();
        broker.consume("later", ConsumerOptions.group("g").ack(AckMode.MANUAL), delivery -> {
            deliveries.add(delivery.message().deliveries());
            delivery.retry(Duration.ofHours(1));
            return CompletableFuture.completedFuture(null);
        });
        broker.publish("later", "m");
        restAfter(Duration.ZERO);
        restAfter(Duration.ofSeconds(5));
        assertThat(deliveries).containsExactly(1, 2);
    }

    @Test
    void handlerThatSettledByHandIsInHandUntilItReturns() {
        CountDownLatch settled = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        broker.consume("settled-early", ConsumerOptions.group("g").ack(AckMode.MANUAL), delivery -> {
            delivery.ack();
            settled.countDown();
            go.await();
            return CompletableFuture.completedFuture(null);
        });
        broker.publish("settled-early", "m");
        assertThatCode(settled::await).doesNotThrowAnyException();
        assertThat(broker.awaitIdle(Duration.ofMillis(1))).isFalse();
        go.countDown();
        assertThat(broker.awaitIdle(LONG)).isTrue();
    }

    @Test
    void stageThatCompletesAfterSettlingByHandEndsTheDelivery() {
        CompletableFuture<Void> stage = new CompletableFuture<>();
        CompletableFuture<Delivery> given = new CompletableFuture<>();
        broker.consume("settled-stage", ConsumerOptions.group("g").ack(AckMode.MANUAL), delivery -> {
            given.complete(delivery);
            return stage;
        });
        broker.publish("settled-stage", "m");
        given.join().ack();
        assertThat(broker.awaitIdle(Duration.ofMillis(1))).isFalse();
        stage.complete(null);
        assertThat(broker.awaitIdle(LONG)).isTrue();
    }

    @Test
    void failureThatCannotBeReadLeavesTheMessagePendingAndThenADeadLetter() {
        Probe failing = Probe.thatDoes(message -> {
            throw new IllegalStateException() {
                @Override
                public String getMessage() {
                    throw new UnsupportedOperationException("no message");
                }
            };
        });
        broker.consume("unreadable", ConsumerOptions.group("g").maxDeliveries(1), failing);
        broker.publish("unreadable", "m");
        restAfter(Duration.ZERO);
        assertThat(failing.deliveries()).containsExactly(1);
        assertThat(broker.deadLetters("unreadable").count()).isEqualTo(1);
    }
}
