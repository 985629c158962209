package dev.millrace.memory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import dev.millrace.BroadcastSubscription;
import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetters;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.PullConsumer;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscription;
import dev.millrace.memory.internal.EntryId;

/**
 * A broker in the memory of this process, for tests and first steps. It keeps the whole contract: groups,
 * pending entries, retries with their gaps, leases, claims, dead letters. Nothing survives the process, and
 * nothing leaves it. Thread-safe.
 *
 * <p>Handlers run on threads of their own that inherit nothing from the publisher's. A broker without a
 * subscription has no thread.
 */
public final class MemoryBroker implements Broker {

    private final Store store;
    private final Dispatcher dispatcher;
    private final Replica replica;

    MemoryBroker(Store store, Dispatcher dispatcher, String consumerName) {
        this.store = store;
        this.dispatcher = dispatcher;
        this.replica = new Replica(store, dispatcher, consumerName);
    }

    /** A broker with the defaults. It keeps all that is published, see {@link MemoryBrokerBuilder#publishedLimit}. */
    public static MemoryBroker create() {
        return builder().build();
    }

    /** A broker that delivers {@link MemoryBrokerBuilder#inline() inline}, for tests. */
    public static MemoryBroker inline() {
        return builder().inline().build();
    }

    /** A broker to be configured. */
    public static MemoryBrokerBuilder builder() {
        return new MemoryBrokerBuilder();
    }

    /**
     * Another replica: a broker on the same topics and with the same settings, as if in another process of
     * the same application. Each is closed, and crashes, by itself. One with the name of a replica that
     * crashed goes on with what that one had pending, and with its schedule.
     *
     * @param name the consumer name; one that a live replica has gets a number added, with a WARNING
     */
    public MemoryBroker replica(String name) {
        return new MemoryBroker(store, dispatcher, Require.notBlank("consumerName", name));
    }

    /** The name this replica has in its groups. */
    public String consumerName() {
        return replica.name;
    }

    @Override
    public String publish(OutgoingMessage message) {
        EntryId id = accept(message);
        if (store.settings.inline() && !HandlerThreads.isOneOf(store)) {
            store.awaitFirstDeliveries(message.topic(), id);
        }
        return id.toString();
    }

    /** Publishes as {@link #publish(OutgoingMessage)} does, and never waits for a delivery, not even inline. */
    @Override
    public CompletionStage<String> publishAsync(OutgoingMessage message) {
        return CompletableFuture.completedFuture(accept(message).toString());
    }

    private EntryId accept(OutgoingMessage message) {
        replica.requireOpen();
        EntryId id = store.publish(message);
        if (store.isAwaited(message.topic())) {
            dispatcher.signal();
        }
        return id;
    }

    @Override
    public DeadLetters deadLetters(String topic) {
        return new MemoryDeadLetters(Require.notBlank("topic", topic), store, dispatcher, replica::requireOpen);
    }

    @Override
    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        return replica.consume(
                Require.notBlank("topic", topic),
                Require.notNull("options of topic " + topic, options),
                Require.notNull("handler of topic " + topic, handler));
    }

    @Override
    public PullConsumer consumer(String topic, ConsumerOptions options) {
        return replica.pulls.open(Require.notBlank("topic", topic), options);
    }

    @Override
    public BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler) {
        return replica.subscribe(
                Require.notBlank("topic", topic),
                Require.notNull("options of topic " + topic, options),
                Require.notNull("handler of topic " + topic, handler));
    }

    @Override
    public List<BrokerMessage> history(String topic, int count) {
        replica.requireOpen();
        return store.history(Require.notBlank("topic", topic), Require.atLeast("count", 1, count));
    }

    /** Every message accepted by {@link MessageBroker#publish}, of all replicas, in order. */
    public List<BrokerMessage> published() {
        return store.published();
    }

    /**
     * How many messages of a topic were trimmed before a group had acked them, which happens with
     * {@link MemoryBrokerBuilder#trimUnacked} only; zero where there is no such group. One whose handler ran
     * meanwhile counts too.
     */
    public long lost(String topic, String group) {
        return store.lost(Require.notBlank("topic", topic), Require.notBlank("group", group));
    }

    /**
     * Waits until the broker has come to rest: nothing is held or in hand in any group or broadcast, and no
     * running subscription has anything new or due to take. What waits for its retry, and what only a paused or
     * closed subscription could take, does not count.
     *
     * @return whether that was so within the time; {@code false} at once where it would have to wait and the thread
     *     is interrupted
     */
    public boolean awaitIdle(Duration timeout) {
        return store.await(store::isIdle, TimeUnit.NANOSECONDS.convert(timeout));
    }

    /**
     * Ends this replica as a {@code kill -9} would end its process: its leases are no longer renewed, and
     * whatever its handlers still do or return counts for nothing. A delivery whose handler had begun is
     * counted. Its threads end when the handlers return. Harmless when repeated, or after {@link #close}.
     */
    public void crash() {
        replica.crash();
    }

    @Override
    public boolean drain(Duration timeout) {
        return replica.drain(timeout);
    }

    @Override
    public void close() {
        replica.close();
    }

    Store store() {
        return store;
    }

    @Override
    public String toString() {
        return "MemoryBroker[" + replica + "]";
    }
}
