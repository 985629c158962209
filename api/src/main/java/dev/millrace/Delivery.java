package dev.millrace;

import java.time.Duration;

/**
 * One message given to one handler. With {@link AckMode#MANUAL} the handler settles it, once, from any
 * thread; the first settlement counts and a later one changes nothing. With {@link AckMode#AUTO} the
 * broker settles it and the settling methods throw {@link IllegalStateException}.
 */
public interface Delivery {

    /** The message delivered. */
    BrokerMessage message();

    /**
     * Settles the delivery as handled: the group is done with the message, and with
     * {@link ConsumerOptions#orderedBy} the next of its key may begin. Best the handler's last step.
     */
    void ack();

    /**
     * Settles the delivery as failed, as a throw does: it is tried again after its gap, or becomes a dead letter.
     * Best the handler's last step, or the retry may begin while it still works.
     */
    void retry();

    /**
     * Settles the delivery as failed and has it tried again sooner than its gap.
     *
     * @param after the wished wait; one longer than the gap of the {@link RetryPolicy} is cut to the gap
     * @throws IllegalArgumentException if {@code after} is null or negative
     */
    void retry(Duration after);
}
