package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.StartAt;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.internal.policy.EntryId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A group that is lost, under a consumer and before one comes. */
class LostGroupOnFakeTest extends ConsumersOnFake {

    private void awaitWatermark(String done) {
        EntryId id = EntryId.read(done).orElseThrow();
        Eventually.await("the watermark at " + done, () -> {
            streams.advance(Duration.ofMillis(5));
            return streams.groupFacts(GROUP, keys.side(TOPIC))
                    .watermark()
                    .filter(noted -> noted.done().equals(id))
                    .isPresent();
        });
    }

    @Test
    void groupOfATopicThatWasDeletedIsCreatedAgainAtTheBeginning() throws Exception {
        consume(recordingThen(DONE));
        awaitWatermark(publish("payload", "a"));
        assertThat(next().text()).isEqualTo("a");

        streams.forget(TOPIC);
        publish("payload", "b");

        assertThat(next().text()).isEqualTo("b");
    }

    @Test
    void groupThatWasDestroyedIsCreatedAgainAtItsWatermark() throws Exception {
        consume(recordingThen(DONE));
        awaitWatermark(publish("payload", "a"));
        assertThat(next().text()).isEqualTo("a");

        streams.forget(GROUP);

        assertThat(deliveriesUntilMarker()).isEmpty();
    }

    @Test
    void groupThatWasDestroyedGetsWhatWasUnfinishedAgain() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        ConsumerOptions two = ConsumerOptions.group("billing").concurrency(2);
        consume(two, recordingThen(delivery -> {
            if (delivery.message().text().equals("slow")) {
                go.await();
            }
            return DONE.handle(delivery);
        }));
        String before = publish("payload", "a");
        awaitWatermark(before);
        assertThat(next().text()).isEqualTo("a");
        publish("payload", "slow");
        assertThat(next().text()).isEqualTo("slow");

        streams.forget(GROUP);
        publish("payload", "b");
        assertThat(next().text()).isEqualTo("b");
        assertThat(pending()).as("the slow one is handed out again").isNotEmpty();
        go.countDown();

        assertThat(deliveriesUntilMarker())
                .as("and, being in hand, not run twice")
                .isEmpty();
    }

    @Test
    void consumerThatComesAfterTheLossBeginsAtTheWatermarkWhateverItsStart() throws Exception {
        consume(recordingThen(DONE)).close();
        publish("payload", "a");
        streams.forget(GROUP);

        consume(ConsumerOptions.group("billing").startAt(StartAt.LATEST), recordingThen(DONE));

        assertThat(next().text()).isEqualTo("a");
    }

    @Test
    void watermarkOfAnIdleGroupIsNotNotedAgain() throws Exception {
        consume(recordingThen(DONE));
        awaitWatermark(publish("payload", "a"));
        long noted = calls("noteWatermark");
        long readsBefore = calls("read");
        Eventually.await("a hundred reads in vain", () -> {
            streams.advance(Duration.ofMillis(5));
            return calls("read") > readsBefore + 100;
        });
        assertThat(calls("noteWatermark")).isEqualTo(noted);
    }

    /** Between any two commands of a repair pass, as well as under its claim. */
    @ParameterizedTest
    @CsvSource({
        "pending, true", "pendingRows, true", "claim, true",
        "pending, false", "pendingRows, false", "claim, false"
    })
    void lossInTheMiddleOfARepairPassIsMended(String command, boolean streamToo) throws Exception {
        AtomicInteger failures = new AtomicInteger();
        consume(recordingThen(delivery -> {
            if (delivery.message().text().equals("a") && failures.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
            }
            return DONE.handle(delivery);
        }));
        AtomicBoolean lost = new AtomicBoolean();
        streams.observe(step -> {
            if (failures.get() == 1 && step.equals(command) && lost.compareAndSet(false, true)) {
                if (streamToo) {
                    streams.forget(TOPIC);
                } else {
                    streams.forget(GROUP);
                }
            }
        });
        publish("payload", "a");
        Eventually.await("the loss", () -> {
            streams.advance(Duration.ofMillis(5));
            return lost.get();
        });

        publish("payload", "b");

        awaitAllDone();
        assertThat(seen).extracting(BrokerMessage::text).containsOnlyOnce("b");
        assertThat(seen)
                .filteredOn(message -> message.text().equals("a"))
                .as("run again unless it went with its stream")
                .hasSize(streamToo ? 1 : 2);
    }

    private long calls(String command) {
        return streams.calls().stream().filter(command::equals).count();
    }
}
