package dev.millrace.spi;

import java.time.Duration;
import java.util.Optional;

/** How a delivery ended. */
public sealed interface Outcome {

    /** The handler is done with the message: ack it. */
    record Done() implements Outcome {}

    /** The handler failed. */
    record Failed(Throwable cause) implements Outcome {}

    /**
     * The handler asked for another delivery.
     *
     * @param after the wished wait, empty for the gap of the policy
     */
    record RetryAsked(Optional<Duration> after) implements Outcome {}

    /**
     * The handler was not called, because the subscription was paused or closed just before, or nobody asked a pull
     * consumer for the message: hand back uncounted.
     */
    record NotStarted() implements Outcome {}
}
