package dev.millrace.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Totals of three events, of which the killed worker did the first. */
class TotalsTest {

    private final Ledger ledger = new Ledger();
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @BeforeEach
    void firstEventIsDone() {
        ledger.enter("forwarder", "forwarded 3");
        handle("killed", 1);
        see(1);
    }

    private void handle(String worker, long number) {
        ledger.enter(worker, "began " + number);
        ledger.enter(worker, "handled " + number);
    }

    private void see(long number) {
        ledger.enter("board", "saw " + number);
    }

    private boolean isGood() {
        return new Totals(ledger, 3, "killed", "other").print(new PrintStream(written, true, StandardCharsets.UTF_8));
    }

    private String lastLine() {
        return written.toString(StandardCharsets.UTF_8).lines().reduce("", (before, line) -> line);
    }

    @Test
    void allHandledAndSeenIsGood() {
        handle("other", 2);
        handle("other", 3);
        see(2);
        see(3);

        assertThat(isGood()).isTrue();
    }

    @Test
    void eventDoneTwiceIsNotLost() {
        handle("other", 1);
        handle("other", 2);
        handle("other", 3);
        see(2);
        see(3);

        assertThat(isGood()).isTrue();
    }

    @Test
    void eventThatWasBegunAndNeverHandledIsLost() {
        ledger.enter("killed", "began 2");
        handle("other", 3);
        see(2);
        see(3);

        assertThat(isGood()).isFalse();
        assertThat(lastLine()).isEqualTo("Something is lost: not handled 1 [2], not seen by the board 0.");
    }

    @Test
    void eventThatTheBoardDidNotSeeIsLost() {
        handle("other", 2);
        handle("other", 3);
        see(2);

        assertThat(isGood()).isFalse();
        assertThat(lastLine()).isEqualTo("Something is lost: not handled 0, not seen by the board 1 [3].");
    }

    @Test
    void boardThatSawEventsOutOfOrderIsToldOf() {
        handle("other", 2);
        handle("other", 3);
        see(3);
        see(2);

        assertThat(isGood()).isFalse();
        assertThat(lastLine()).endsWith("and the board saw events twice or out of order.");
    }

    @Test
    void gapInTheTopicIsTold() {
        handle("other", 2);
        handle("other", 3);
        ledger.enter("board", "missed 1");
        see(2);
        see(3);

        assertThat(isGood()).isFalse();
        assertThat(written.toString(StandardCharsets.UTF_8)).contains("board was told of a gap in the topic");
    }
}
