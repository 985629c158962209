package dev.millrace;

import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * What an application publishes and pulls with: the face of a broker that is injected.
 *
 * <p>It starts no handler and closes nothing, since it is shared. Thread-safe.
 *
 * <p>A publish takes no part in a JTA transaction: what is published stays published when the transaction
 * rolls back. To publish after a commit, fire a CDI event and publish in an observer with
 * {@code during = TransactionPhase.AFTER_SUCCESS}.
 */
public interface MessageBroker {

    /**
     * Publishes a message and returns once the broker has it.
     *
     * @return the id of the entry; a publication repeated by the caller gets another
     * @throws IllegalArgumentException if the payload cannot be encoded; nothing was written
     * @throws BrokerUnavailableException if the broker could not be reached within its time-out; nothing
     *     was written
     * @throws PublishOutcomeUnknownException if the publication was sent and its reply lost: it may have
     *     been written. Not thrown for a message with an {@link OutgoingMessage#idempotencyKey()} that
     *     could be repeated within the time-out
     * @throws BrokerException if the broker refused the message
     * @throws IllegalStateException if the broker is closed, or the payload needs JSON-B and no implementation of it is
     *     there
     */
    String publish(OutgoingMessage message);

    /**
     * Publishes a payload. A {@link CharSequence} goes as its UTF-8 text, a {@code byte[]} as it is,
     * anything else through the topic's {@link PayloadCodec}.
     *
     * @see #publish(OutgoingMessage)
     */
    default String publish(String topic, Object payload) {
        return publish(OutgoingMessage.to(topic, payload));
    }

    /**
     * Publishes a payload with headers.
     *
     * @see #publish(OutgoingMessage)
     */
    default String publish(String topic, Object payload, Map<String, String> headers) {
        return publish(OutgoingMessage.to(topic, payload).headers(headers));
    }

    /**
     * Publishes a payload as an event, named after its class: see {@link OutgoingMessage#event(String, Object)}.
     *
     * @see #publish(OutgoingMessage)
     */
    default String publishEvent(String topic, Object payload) {
        return publish(OutgoingMessage.event(topic, payload));
    }

    /**
     * Publishes without waiting. The stage completes with the id under the same rule as
     * {@link #publish(OutgoingMessage)} returns, and fails with what it would throw. Messages that one
     * thread publishes keep their order.
     *
     * <p>What follows the stage runs on a thread of the broker, which has no request context, or at once on yours
     * where the stage is complete already; in no order, and several at a time. It may wait, for another publication
     * too. Since each that waits occupies a thread, give long work an executor of yours ({@code thenRunAsync}).
     *
     * @throws IllegalArgumentException if the payload cannot be encoded
     * @throws IllegalStateException if the broker is closed, or the payload needs JSON-B and no implementation of it is
     *     there
     */
    CompletionStage<String> publishAsync(OutgoingMessage message);

    /** Publishes a payload without waiting. */
    default CompletionStage<String> publishAsync(String topic, Object payload) {
        return publishAsync(OutgoingMessage.to(topic, payload));
    }

    /**
     * The dead letters of a topic, of all its groups.
     *
     * @param topic the topic on which handling failed, not the dead-letter topic
     * @throws IllegalArgumentException if the topic is null or blank
     */
    DeadLetters deadLetters(String topic);

    /**
     * Opens a consumer that takes messages one by one and settles each by hand, creating the group where it does not
     * exist. Returns without waiting for the broker. One of the injected broker is drained with the application, unless
     * that is a bean of the application's own; then {@link ConsumerRegistry#consumer} opens one that is.
     *
     * @param options {@link ConsumerOptions#ack()} and {@link ConsumerOptions#deadLetterOn()} are of no account
     * @throws IllegalArgumentException if the topic is blank, or an argument null
     * @throws IllegalStateException if the broker is closed, or the application is being shut down
     */
    PullConsumer consumer(String topic, ConsumerOptions options);

    /**
     * Opens a consumer with the defaults, see {@link #consumer(String, ConsumerOptions)}.
     *
     * @param name the consumer's in the group, see {@link ConsumerOptions#consumer(String)}
     * @throws IllegalArgumentException if the topic, the group or the name is blank
     * @throws IllegalStateException if the broker is closed, or the application is being shut down
     */
    default PullConsumer consumer(String topic, String group, String name) {
        return consumer(topic, ConsumerOptions.group(group).consumer(name));
    }
}
