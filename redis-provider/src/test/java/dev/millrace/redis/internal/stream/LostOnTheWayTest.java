package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetterHeaders;
import dev.millrace.redis.fixture.Eventually;
import dev.millrace.redis.fixture.Logs;
import dev.millrace.redis.internal.stream.FakeServer.Fault;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import org.junit.jupiter.api.Test;

/** A consumer against scripted faults: requests, replies and copies that are lost or refused, at every step. */
class LostOnTheWayTest extends ConsumersOnFake {

    @Test
    void ackThatIsLostIsSentAgainAndTheMessageNotRunAgain() throws Exception {
        streams.script("ack", Fault.REQUEST_LOST, Fault.REQUEST_LOST, Fault.REPLY_LOST);
        publish("payload", "a");
        consume(recordingThen(DONE));

        assertThat(deliveriesUntilMarker()).containsExactly(1);
        Eventually.await(
                "a fourth ack",
                () -> streams.calls().stream().filter("ack"::equals).count() >= 4);
    }

    @Test
    void ackThatIsStillTriedWhenTheBrokerIsClosedIsTold() throws Exception {
        streams.observe(step -> {
            if (step.equals("ack")) {
                throw new ReplyLost("ack was lost on its way", null);
            }
        });
        try (Logs logs = Logs.listen()) {
            String id = publish("payload", "a");
            consume(recordingThen(DONE));
            next();
            // The pauses have grown past the time that a close takes.
            Eventually.await(
                    "acks in vain",
                    () -> streams.calls().stream().filter("ack"::equals).count() >= 5);

            consumers.close();

            logs.await("WARNING", "message " + id + " was not settled before the broker was closed");
        }
    }

    @Test
    void claimWhoseReplyIsLostIsRunAtTheCountItHas() throws Exception {
        streams.script("claim", Fault.REPLY_LOST);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(1)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2);
    }

    @Test
    void claimThatNeverArrivedIsMadeAgain() throws Exception {
        streams.script("claim", Fault.REQUEST_LOST, Fault.REQUEST_LOST);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(1)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2);
    }

    @Test
    void readWhoseReplyIsLostStrandsNothing() throws Exception {
        publish("payload", "a");
        streams.script("read", Fault.REPLY_LOST);
        consume(recordingThen(DONE));

        assertThat(deliveriesUntilMarker()).hasSize(1);
    }

    @Test
    void readWhoseReplyIsLostMakesNoDeadLetterWithOneDeliveryAllowed() throws Exception {
        publish("payload", "a");
        streams.script("read", Fault.REPLY_LOST);
        consume(ConsumerOptions.group("billing").maxDeliveries(1), recordingThen(DONE));

        assertThat(deliveriesUntilMarker()).containsExactly(1);
        assertThat(dead()).isEmpty();
    }

    @Test
    void stampThatIsLostIsSentAgain() throws Exception {
        streams.script("stamp", Fault.REQUEST_LOST, Fault.REPLY_LOST);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(1)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2);
    }

    @Test
    void deadLetterWhoseReplyIsLostIsWrittenOnce() throws Exception {
        streams.script("deadLetter", Fault.REPLY_LOST);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(3)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2, 3);
        assertThat(dead()).hasSize(1);
    }

    @Test
    void refusedCopyIsTriedAgainAndTheHandlerNotRunAgain() throws Exception {
        streams.script("deadLetter", Fault.OUT_OF_MEMORY, Fault.OUT_OF_MEMORY);
        publish("payload", "a");
        consume(recordingThen(failingUpTo(3)));

        assertThat(deliveriesUntilMarker()).containsExactly(1, 2, 3);
        assertThat(dead()).hasSize(1);
        assertThat(header(dead().get(0), DeadLetterHeaders.EXCEPTION)).isEqualTo("java.lang.IllegalStateException");
    }

    @Test
    void refusedCopyOfWhatMustNotRunAgainLeavesTheCountAtTheMaximum() throws Exception {
        streams.script("deadLetter", Fault.OUT_OF_MEMORY, Fault.OUT_OF_MEMORY);
        String id = publish("headers", "no json");
        consume(recordingThen(DONE));

        Eventually.await(
                "the entry marked as spent",
                () -> streams.pending(GROUP, "-", 10, Optional.empty()).stream()
                        .anyMatch(row -> row.id().equals(id) && row.deliveries() == 3));
        assertThat(deliveriesUntilMarker()).isEmpty();
        assertThat(header(dead().get(0), DeadLetterHeaders.REASON)).isEqualTo("malformed");
    }
}
