package dev.millrace;

import java.time.Duration;
import java.util.List;

/**
 * The provider contract: everything a broker does for Millrace. Applications publish through
 * {@link MessageBroker} and consume through {@link Consumes} or a {@link ConsumerRegistry}, which add the
 * trace, the request context and the place in shutdown that this interface knows nothing of.
 *
 * <p>Implementations are thread-safe, and pass the conformance kit ({@code millrace-tck}).
 */
public interface Broker extends MessageBroker, AutoCloseable {

    /**
     * Starts to consume a topic in a group, creating the group where it does not exist. Returns without
     * waiting for the broker: while it is unreachable the subscription keeps trying.
     *
     * <p>Each message of the topic is given to one member of the group, at least once. The handler runs on
     * the subscription's own threads, never on the publisher's, at most
     * {@link ConsumerOptions#concurrency()} at a time. The entry is acked after the handler's stage
     * completed normally; a throw, a failed stage and a {@code null} stage leave it pending for its retry
     * or, when its deliveries are used up, make it a dead letter.
     *
     * @throws IllegalArgumentException if the topic is blank, or an argument null
     * @throws IllegalStateException if the broker is closed
     */
    Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler);

    /**
     * Starts to get every message of a topic, as every other subscriber of it does, here and in other
     * processes. Returns without waiting for the broker: while it is unreachable the subscription keeps
     * trying, and a lost connection is resumed at the position reached.
     *
     * <p>Messages come in topic order, each once, one at a time: the next when the handler's stage completed,
     * normally or not. Nothing is acked and nothing comes again; a throw is logged. The delivery cannot be
     * settled by hand. The handler runs on the subscription's own thread. A topic that does not exist yet is
     * one without messages.
     *
     * @throws IllegalArgumentException if the topic is blank, an argument null, or {@link SubscriberOptions#from()}
     *     holds an id that is not of the broker's form
     * @throws IllegalStateException if the broker is closed
     */
    BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler);

    /** Subscribes with the defaults, see {@link #subscribe(String, SubscriberOptions, DeliveryHandler)}. */
    default BroadcastSubscription subscribe(String topic, Position from, DeliveryHandler handler) {
        return subscribe(topic, SubscriberOptions.from(from), handler);
    }

    /**
     * The newest messages that a topic still holds, oldest first.
     *
     * @param count how many at most, 1 or more
     * @throws IllegalArgumentException if the topic is blank, or the count below 1
     * @throws BrokerUnavailableException if the broker could not be reached within its time-out
     * @throws BrokerException if the broker refused
     * @throws IllegalStateException if the broker is closed
     */
    List<BrokerMessage> history(String topic, int count);

    /**
     * Drains all subscriptions: nothing new starts from now on, what is in hand is waited for, and the
     * subscriptions are closed. Publishing goes on working. Harmless when repeated.
     *
     * @param timeout one deadline for all subscriptions together
     * @return whether everything in hand finished within the time; what did not stays pending
     */
    boolean drain(Duration timeout);

    /**
     * Drains within the broker's own shutdown time-out (15 s by default), then lets go of every connection
     * and thread. Harmless when repeated.
     */
    @Override
    void close();
}
