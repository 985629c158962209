package dev.millrace;

/** Handles one message: returning acks it, throwing does not. Called by several threads with a concurrency above 1. */
@FunctionalInterface
public interface MessageHandler {

    /**
     * Handles a message.
     *
     * @throws Exception to leave the message unacked; it is delivered again by its {@link RetryPolicy}
     */
    void handle(BrokerMessage message) throws Exception;
}
