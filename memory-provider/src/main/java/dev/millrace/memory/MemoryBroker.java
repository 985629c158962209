package dev.millrace.memory;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import dev.millrace.BroadcastSubscription;
import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.Codecs;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetters;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.PayloadCodec;
import dev.millrace.PullConsumer;
import dev.millrace.RetryPolicy;
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

    private MemoryBroker(Store store, Dispatcher dispatcher, String consumerName) {
        this.store = store;
        this.dispatcher = dispatcher;
        this.replica = new Replica(store, dispatcher, consumerName);
    }

    /** A broker with the defaults. It keeps all that is published, see {@link Builder#publishedLimit}. */
    public static MemoryBroker create() {
        return builder().build();
    }

    /** A broker that delivers {@link Builder#inline() inline}, for tests. */
    public static MemoryBroker inline() {
        return builder().inline().build();
    }

    /** A broker to be configured. */
    public static Builder builder() {
        return new Builder();
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
        return replica.subscribe(Require.notBlank("topic", topic), options, handler);
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
     * Waits until the broker has come to rest: nothing is held or in hand in any group or broadcast, and no
     * running subscription has anything new or due to take. What waits for its retry, and what only a paused or
     * closed subscription could take, does not count.
     *
     * @return whether that was so within the time; {@code false} at once where the thread is interrupted
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

    /** Options of a broker; each refuses a bad value with {@link IllegalArgumentException}. Not thread-safe. */
    public static final class Builder {

        private Clock clock = Clock.systemUTC();
        private boolean inline;
        private boolean redeliver = true;
        private String consumerName = "memory";
        private Duration claimAfter = MemorySettings.CLAIM_AFTER;
        private RetryPolicy retryPolicy = RetryPolicy.DEFAULT;
        private int maxLength = 10_000;
        private String deadLetterSuffix = ".dead";
        private Duration shutdownTimeout = Duration.ofSeconds(15);
        private Duration idempotencyWindow = Duration.ofMinutes(2);
        private int publishedLimit = Integer.MAX_VALUE;
        private Codecs codecs = Codecs.everywhere(PayloadCodec.jsonb());

        private Builder() {}

        /** The clock; the system's if not set. Only of a {@link ManualClock} are the moves noticed at once. */
        public Builder clock(Clock value) {
            clock = Require.notNull("clock", value);
            return this;
        }

        /**
         * Has {@code publish} return only after the first delivery of the message to each group ended,
         * whether handled or failed, and each broadcast subscriber has come to rest. Handlers run on their own threads even so. It does not wait
         *
         * <ul>
         *   <li>in a thread that a handler of this broker runs on: what a handler publishes is delivered
         *       after, to be awaited with {@link MemoryBroker#awaitIdle};
         *   <li>for a group without a subscription that is running;
         *   <li>for a {@link PullConsumer}, which takes when it likes;
         *   <li>for retries, or for a delivery that its handler has left to be settled by hand;
         *   <li>for a slot while all are taken by deliveries whose handlers have returned and whose stages
         *       are not complete, since those may wait for this very publish;
         *   <li>longer than 15 s, after which it returns with a WARNING.
         * </ul>
         */
        public Builder inline() {
            inline = true;
            return this;
        }

        /**
         * Whether a message is delivered again after a failure or a crash; {@code true} if not set. If not,
         * it stays pending, and only what cannot be mended by another delivery becomes a dead letter.
         */
        public Builder redeliver(boolean value) {
            redeliver = value;
            return this;
        }

        /** The consumer name of the first replica, {@code memory} if not set. */
        public Builder consumerName(String value) {
            consumerName = Require.notBlank("consumerName", value);
            return this;
        }

        /** How long an entry of another consumer is idle before it is claimed, 60 s if not set; zero for never. */
        public Builder claimAfter(Duration value) {
            claimAfter = Require.notNegative("claimAfter", value);
            return this;
        }

        /** The allowance and the gaps of subscriptions that bring none of their own. */
        public Builder retryPolicy(RetryPolicy value) {
            retryPolicy = Require.notNull("retryPolicy", value);
            return this;
        }

        /**
         * How many entries a topic keeps, 10,000 if not set. Beyond that the oldest go, up to the first that
         * some group has not acked. Dead-letter topics keep all.
         */
        public Builder maxLength(int value) {
            maxLength = Require.atLeast("maxLength", 1, value);
            return this;
        }

        /** What is added to a topic's name for its dead letters, {@code .dead} if not set. */
        public Builder deadLetterSuffix(String value) {
            deadLetterSuffix = Require.notBlank("deadLetterSuffix", value);
            return this;
        }

        /** How long {@link MemoryBroker#close} waits for what is in hand, 15 s if not set. */
        public Builder shutdownTimeout(Duration value) {
            shutdownTimeout = Require.notNegative("shutdownTimeout", value);
            return this;
        }

        /** How long a topic knows an idempotency key, 2 minutes if not set. */
        public Builder idempotencyWindow(Duration value) {
            idempotencyWindow = Require.notNegative("idempotencyWindow", value);
            return this;
        }

        /**
         * How many messages {@link MemoryBroker#published()} keeps, the newest ones; all if not set, which a
         * program that runs for long should not afford. Zero keeps none.
         */
        public Builder publishedLimit(int value) {
            publishedLimit = Require.atLeast("publishedLimit", 0, value);
            return this;
        }

        /** What encodes and decodes payloads that are neither text nor bytes, on all topics; JSON-B if not set. */
        public Builder codec(PayloadCodec value) {
            return codecs(Codecs.everywhere(value));
        }

        /** The codec of one topic, and of its dead letters; that of the others stays as it was set before. */
        public Builder codec(String topic, PayloadCodec value) {
            return codecs(codecs.topic(topic, value));
        }

        /** Which topic has which codec. */
        public Builder codecs(Codecs value) {
            codecs = Require.notNull("codecs", value);
            return this;
        }

        /** The broker. */
        public MemoryBroker build() {
            Store store = new Store(new MemorySettings(
                    clock,
                    inline,
                    redeliver,
                    claimAfter,
                    retryPolicy,
                    maxLength,
                    deadLetterSuffix,
                    shutdownTimeout,
                    idempotencyWindow,
                    publishedLimit,
                    codecs));
            return new MemoryBroker(store, new Dispatcher(store), consumerName);
        }
    }
}
