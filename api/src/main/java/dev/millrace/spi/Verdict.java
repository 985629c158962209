package dev.millrace.spi;

import java.time.Duration;

import dev.millrace.DeadLetter;

/** What becomes of a message after a delivery that failed. */
public sealed interface Verdict {

    /** It is delivered again, no sooner than the gap after the failure. */
    record Retry(Duration gap) implements Verdict {}

    /** It becomes a dead letter, without delay. */
    record GiveUp(DeadLetter.Reason reason) implements Verdict {}
}
