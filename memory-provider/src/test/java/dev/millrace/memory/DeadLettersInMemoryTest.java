package dev.millrace.memory;

import static dev.millrace.memory.Probe.LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetter;
import dev.millrace.DeadLetters;
import dev.millrace.Subscription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadLettersInMemoryTest {

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final MemoryBroker broker = MemoryBroker.builder().clock(clock).build();

    @AfterEach
    void close() {
        broker.close();
    }

    private DeadLetters deaths(String topic, String... texts) {
        Subscription failing =
                broker.consume(topic, ConsumerOptions.group("failing").maxDeliveries(1), Probe.thatFails());
        for (String text : texts) {
            broker.publish(topic, text);
        }
        assertThat(broker.awaitIdle(LONG)).isTrue();
        failing.close();
        return broker.deadLetters(topic);
    }

    @Test
    void deadLettersAreListedInPages() {
        DeadLetters letters = deaths("pages", "1", "2", "3");
        List<DeadLetter> first = letters.list(2);
        List<DeadLetter> second = letters.listAfter(first.get(1).id(), 2);
        assertThat(first).extracting(letter -> letter.message().text()).containsExactly("1", "2");
        assertThat(second).extracting(letter -> letter.message().text()).containsExactly("3");
    }

    @Test
    void requeuedMessageGoesToTheGroupThatFailedOnly() {
        DeadLetters letters = deaths("requeue", "m");
        Probe failed = Probe.thatSucceeds();
        Probe other = Probe.thatSucceeds();
        broker.consume("requeue", ConsumerOptions.group("failing"), failed);
        broker.consume("requeue", ConsumerOptions.group("other"), other);
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(letters.requeue(letters.list(1).get(0).id())).isTrue();
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(failed.deliveries()).containsExactly(1);
        assertThat(other.texts()).containsExactly("m");
        assertThat(letters.count()).isZero();
    }

    @Test
    void requeueAndPurgeByFilterLeaveTheOthers() {
        DeadLetters letters = deaths("filter", "a", "b", "c");
        assertThat(letters.requeueIf(letter -> letter.message().text().equals("a")))
                .isEqualTo(1);
        assertThat(letters.purgeIf(letter -> letter.message().text().equals("b")))
                .isEqualTo(1);
        assertThat(letters.list(10))
                .extracting(letter -> letter.message().text())
                .containsExactly("c");
    }

    @Test
    void whatIsNotThereIsNeitherFoundNorMoved() {
        DeadLetters letters = deaths("not-there");
        assertThat(letters.find("1-0")).isEmpty();
        assertThat(letters.find("nonsense")).isEmpty();
        assertThat(letters.requeue("1-0")).isFalse();
        assertThat(letters.purge("nonsense")).isFalse();
    }

    @Test
    void pageAfterSomethingThatIsNoIdIsRefused() {
        assertThatThrownBy(() -> broker.deadLetters("page-id").listAfter("nonsense", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("dead letters of topic page-id: an id is needed (was \"nonsense\")."
                        + " Pass the id of a dead letter, such as 1700-0.");
    }

    @Test
    void handlerFailingOnADeadLetterTopicIsRetriedAtTheCappedGapForEver() {
        deaths("dead-topic", "m");
        Probe failing = Probe.thatFails();
        broker.consume("dead-topic.dead", ConsumerOptions.group("g").maxDeliveries(1), failing);
        assertThat(broker.awaitIdle(LONG)).isTrue();
        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofSeconds(160));
            assertThat(broker.awaitIdle(LONG)).isTrue();
        }
        assertThat(failing.deliveries()).containsExactly(1, 2, 3, 4);
        assertThat(broker.deadLetters("dead-topic.dead").count()).isZero();
    }

    @Test
    void deadLetterPurgedWhileItsRetryWaitsIsSkippedWithOneLine() {
        DeadLetters letters = deaths("purged", "m");
        Probe failing = Probe.thatFails();
        broker.consume("purged.dead", ConsumerOptions.group("g"), failing);
        assertThat(broker.awaitIdle(LONG)).isTrue();
        try (LogLines log = LogLines.about("topic purged.dead,")) {
            letters.purgeIf(letter -> true);
            clock.advance(Duration.ofDays(1));
            assertThat(broker.awaitIdle(LONG)).isTrue();
            assertThat(log.warnings()).singleElement().asString().contains("deleted while it was pending");
        }
        assertThat(failing.deliveries()).containsExactly(1);
    }

    @Test
    void deadLetterPurgedWhileInHandIsAckedByItsFailure() {
        DeadLetters letters = deaths("purged-in-hand", "m");
        CountDownLatch go = new CountDownLatch(1);
        Probe failing = Probe.thatDoes(message -> {
            go.await();
            throw new IllegalStateException("too late");
        });
        broker.consume("purged-in-hand.dead", ConsumerOptions.group("g"), failing);
        failing.next();
        letters.purgeIf(letter -> true);
        go.countDown();
        assertThat(broker.awaitIdle(LONG)).isTrue();
        clock.advance(Duration.ofDays(1));
        assertThat(broker.awaitIdle(LONG)).isTrue();
        assertThat(failing.deliveries()).containsExactly(1);
    }

    @Test
    void deadLetterOfACrashedConsumerReachesAHandlerThatWasThereBefore() {
        CountDownLatch go = new CountDownLatch(1);
        ConsumerOptions once = ConsumerOptions.group("g").maxDeliveries(1);
        MemoryBroker dying = broker.replica("dying");
        Probe stuck = Probe.thatWaitsFor(go);
        dying.consume("crashed", once, stuck);
        broker.publish("crashed", "m");
        stuck.next();
        Probe undertaker = Probe.thatSucceeds();
        broker.consume("crashed.dead", ConsumerOptions.group("g"), undertaker);
        dying.crash();
        clock.advance(Duration.ofSeconds(60));
        broker.consume("crashed", once, Probe.thatSucceeds());
        assertThat(undertaker.next().text()).isEqualTo("m");
        go.countDown();
    }
}
