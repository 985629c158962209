package dev.millrace;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * One topic with payloads of one type. In an application it is injected, with the qualifier {@code TopicName} of the
 * CDI extension; elsewhere {@link ConsumerRegistry#topic(String, Class)} gives one. Nothing is asked of the broker
 * until it is used. Thread-safe.
 *
 * <p>There is no form of {@code emit} that leaves out the broker's answer. What is still on its way when a process
 * ends is lost, and its publisher would be the only one who could know. {@link #emitAsync} frees the thread, not from
 * looking at the stage.
 *
 * <p>A {@code String} or {@code CharSequence} travels as its UTF-8 text and a {@code byte[]} as it is; anything else
 * goes through the topic's {@link PayloadCodec}, and is decoded to the full generic type.
 *
 * @param <T> the type of the payloads
 */
public interface Topic<T> {

    /** The topic's name. */
    String name();

    /**
     * Publishes a payload and returns the entry's id once the broker has it.
     *
     * @throws IllegalArgumentException if the payload is null or cannot be encoded; nothing was written
     * @throws BrokerException as {@link MessageBroker#publish(OutgoingMessage)} says
     * @throws IllegalStateException if the broker is closed, or the payload needs JSON-B and no implementation of it is
     *     there
     */
    default String emit(T payload) {
        return emit(payload, Map.of());
    }

    /**
     * Publishes a payload with headers, see {@link #emit(Object)}.
     *
     * @throws IllegalArgumentException also if a header's name or value is null
     */
    String emit(T payload, Map<String, String> headers);

    /**
     * Publishes without waiting. The stage completes with the id once the broker has the message, and fails with what
     * {@link #emit(Object)} would throw. Messages of one thread keep their order.
     *
     * @throws IllegalArgumentException if the payload is null or cannot be encoded
     * @throws IllegalStateException as {@link #emit(Object)} says
     */
    default CompletionStage<String> emitAsync(T payload) {
        return emitAsync(payload, Map.of());
    }

    /** Publishes with headers without waiting, see {@link #emitAsync(Object)}. */
    CompletionStage<String> emitAsync(T payload, Map<String, String> headers);

    /**
     * Starts to get every message, one at a time, as {@link ConsumerRegistry#subscribe(String, SubscriberOptions,
     * MessageHandler)} does; an injected topic's subscribers are drained with the application. What the handler throws
     * is logged, and the next message follows. So it is with a payload that does not fit the type: the handler does not
     * see it.
     *
     * @throws IllegalArgumentException if an argument is null, or the position no position of the broker's
     * @throws IllegalStateException if the registry was paused, drained or closed, or the broker closed
     */
    BroadcastSubscription subscribe(SubscriberOptions options, Handler<? super T> handler);

    /** Subscribes with the defaults, see {@link #subscribe(SubscriberOptions, Handler)}. */
    default BroadcastSubscription subscribe(Position from, Handler<? super T> handler) {
        return subscribe(SubscriberOptions.from(from), handler);
    }

    /**
     * The payloads of the newest messages that the topic still holds, oldest first. {@link Broker#history} gives the
     * messages themselves.
     *
     * @param count how many at most, 1 or more
     * @throws PayloadException if one of them does not fit the type
     * @throws IllegalArgumentException if the count is below 1
     * @throws BrokerUnavailableException if the broker could not be reached within its time-out
     * @throws BrokerException if the broker refused
     * @throws IllegalStateException if the broker is closed
     */
    List<T> history(int count);

    /**
     * Opens a consumer that takes messages one by one and settles each by hand, see {@link PullConsumer}; read with
     * {@link #payload}. One of an injected topic is drained with the application.
     *
     * @throws IllegalArgumentException if the options are null
     * @throws IllegalStateException if the registry was paused, drained or closed, or the broker closed
     */
    PullConsumer consumer(ConsumerOptions options);

    /**
     * Opens a consumer with the defaults, see {@link #consumer(ConsumerOptions)}.
     *
     * @param name the consumer's in the group, see {@link ConsumerOptions#consumer(String)}
     * @throws IllegalArgumentException if the group or the name is blank
     */
    default PullConsumer consumer(String group, String name) {
        return consumer(ConsumerOptions.group(group).consumer(name));
    }

    /**
     * The payload of a message of this topic.
     *
     * @throws PayloadException if it does not fit the type, or is marked as another codec's; a topic of {@code String},
     *     {@code CharSequence} or {@code byte[]} reads it whatever it is marked as
     * @throws IllegalArgumentException if the message is null
     * @throws IllegalStateException if it is read by JSON-B and no implementation of it is there
     */
    T payload(BrokerMessage message);

    /**
     * Handles what is subscribed to.
     *
     * @param <T> the type of the payloads
     */
    @FunctionalInterface
    interface Handler<T> {

        /**
         * Handles a message, on the subscription's own thread.
         *
         * @param message the message that the payload came in, with its id and headers
         * @throws Exception if it could not; it is logged, and the message does not come again
         */
        void handle(T payload, BrokerMessage message) throws Exception;
    }
}
