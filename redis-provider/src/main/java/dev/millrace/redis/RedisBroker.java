package dev.millrace.redis;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.millrace.Broker;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetters;
import dev.millrace.DeliveryHandler;
import dev.millrace.OutgoingMessage;
import dev.millrace.PayloadCodec;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import dev.millrace.redis.RedisSettings.Connect;
import dev.millrace.redis.internal.policy.Retention;
import dev.millrace.redis.internal.stream.Consumers;
import dev.millrace.redis.internal.stream.Endpoint;
import dev.millrace.redis.internal.stream.Publisher;
import dev.millrace.redis.internal.stream.RedisStreamCommands;
import dev.millrace.redis.internal.stream.StreamCommands;
import dev.millrace.redis.internal.stream.StreamDeadLetters;
import dev.millrace.redis.internal.stream.StreamFailure;
import dev.millrace.redis.internal.stream.TopicKeys;

/**
 * The broker for production: topics are Redis streams, groups are their consumer groups. Needs Redis 6.2 or
 * later, or Valkey. Thread-safe.
 *
 * <p>Nothing is opened before the first use. A message is an entry with the fields {@code payload},
 * {@code headers} (a JSON object of strings, optional) and {@code event} (optional), so
 * {@code XADD orders '*' payload '{"id":1}'} is a publication like any other.
 */
public final class RedisBroker implements Broker {

    private final RedisSettings settings;
    private final TopicKeys keys;
    private final PayloadCodec codec;
    private final StreamCommands commands;
    private final Publisher publisher;
    private final Consumers consumers;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;

    private RedisBroker(RedisSettings settings, PayloadCodec codec) {
        Endpoint endpoint = Endpoint.of(settings.url());
        Retention retention = new Retention(settings.maxLength());
        this.settings = settings;
        this.codec = codec;
        this.keys = new TopicKeys(settings.keyPrefix(), settings.deadLetterSuffix());
        this.commands = RedisStreamCommands.to(endpoint, settings.timeout());
        this.publisher =
                new Publisher(commands, keys, codec, retention, settings.timeout(), settings.idempotencyWindow());
        this.consumers = new Consumers(
                commands,
                keys,
                endpoint,
                codec,
                new Consumers.Rules(
                        settings.consumerName(),
                        settings.retryPolicy(),
                        settings.claimAfter(),
                        settings.blockFor(),
                        settings.batchSize(),
                        retention));
    }

    /**
     * A broker with the defaults.
     *
     * @param url {@code redis://user:password@host:port}, or {@code rediss} for TLS
     * @throws IllegalArgumentException if it is no such URL
     */
    public static RedisBroker connect(String url) {
        return builder().url(url).connect();
    }

    /** Builds a broker from what differs from the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** What this broker goes by. */
    public RedisSettings settings() {
        return settings;
    }

    @Override
    public String publish(OutgoingMessage message) {
        refuseIfClosed(message);
        return publisher.publish(message);
    }

    @Override
    public CompletionStage<String> publishAsync(OutgoingMessage message) {
        refuseIfClosed(message);
        return publisher.publishAsync(message);
    }

    private void refuseIfClosed(OutgoingMessage message) {
        if (closed) {
            throw new IllegalStateException(
                    "Publishing to topic " + message.topic() + ": the broker is closed. Publish before.");
        }
    }

    @Override
    public DeadLetters deadLetters(String topic) {
        return new StreamDeadLetters(commands, keys, codec, notBlank(topic));
    }

    @Override
    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        return consumers.consume(notBlank(topic), options, handler);
    }

    private static String notBlank(String topic) {
        if (topic.isBlank()) {
            throw new IllegalArgumentException(
                    "topic: a name is needed (was \"" + topic + "\"). Give one that is not blank.");
        }
        return topic;
    }

    @Override
    public boolean drain(Duration timeout) {
        return consumers.drain(timeout);
    }

    @Override
    public void close() {
        if (closing.getAndSet(true)) {
            return;
        }
        consumers.refuseMore();
        try {
            // Handlers in hand may publish until they are done.
            consumers.drain(settings.shutdownTimeout());
        } finally {
            closed = true;
            consumers.close();
            commands.close();
        }
    }

    /** Ends as the death of the process would: nothing is waited for, acked or handed back. */
    void abandon() {
        closing.set(true);
        closed = true;
        commands.close();
        consumers.abandon();
    }

    /** Builds a {@link RedisBroker}. Each option is described at {@link RedisSettings}. Not thread-safe. */
    public static final class Builder {

        private URI url = URI.create("redis://localhost:6379");
        private Optional<String> consumerName = Optional.empty();
        private Duration retryAfter = RetryPolicy.DEFAULT.retryAfter();
        private int maxDeliveries = RetryPolicy.DEFAULT.maxDeliveries();
        private Duration claimAfter = Duration.ofSeconds(60);
        private Duration blockFor = Duration.ofSeconds(2);
        private int batchSize = 100;
        private Duration timeout = Duration.ofSeconds(5);
        private Duration shutdownTimeout = Duration.ofSeconds(15);
        private Connect connect = Connect.LAZY;
        private long maxLength = 10_000;
        private String deadLetterSuffix = ".dead";
        private String keyPrefix = "";
        private Duration idempotencyWindow = Duration.ofMinutes(2);
        private PayloadCodec codec = PayloadCodec.jsonb();

        private Builder() {}

        /** Where the server is. */
        public Builder url(String value) {
            this.url = Endpoint.parse(value);
            return this;
        }

        /** The name of this process in its groups. */
        public Builder consumerName(String value) {
            this.consumerName = Optional.of(value);
            return this;
        }

        /** The gap after a first failure. */
        public Builder retryAfter(Duration value) {
            this.retryAfter = value;
            return this;
        }

        /** How many times the handler runs for a message at most. */
        public Builder maxDeliveries(int value) {
            this.maxDeliveries = value;
            return this;
        }

        /** How long an entry of another consumer must be idle to be taken over; zero for never. */
        public Builder claimAfter(Duration value) {
            this.claimAfter = value;
            return this;
        }

        /** How long one read waits for a message. */
        public Builder blockFor(Duration value) {
            this.blockFor = value;
            return this;
        }

        /** How many entries one command asks for at most. */
        public Builder batchSize(int value) {
            this.batchSize = value;
            return this;
        }

        /** How long connecting, and a command with its reply, may take. */
        public Builder timeout(Duration value) {
            this.timeout = value;
            return this;
        }

        /** How long {@link RedisBroker#close()} waits for what is in hand. */
        public Builder shutdownTimeout(Duration value) {
            this.shutdownTimeout = value;
            return this;
        }

        /** Whether the server must be reachable when the broker is made. */
        public Builder connect(Connect value) {
            this.connect = value;
            return this;
        }

        /** How many entries a topic keeps, about. */
        public Builder maxLength(long value) {
            this.maxLength = value;
            return this;
        }

        /** What is added to a topic to name the topic of its dead letters. */
        public Builder deadLetterSuffix(String value) {
            this.deadLetterSuffix = value;
            return this;
        }

        /** What every key begins with. */
        public Builder keyPrefix(String value) {
            this.keyPrefix = value;
            return this;
        }

        /** How long an idempotency key is remembered. */
        public Builder idempotencyWindow(Duration value) {
            this.idempotencyWindow = value;
            return this;
        }

        /** What encodes and decodes payloads that are neither text nor bytes; JSON-B if not set. */
        public Builder codec(PayloadCodec value) {
            this.codec = value;
            return this;
        }

        /**
         * The options so far.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public RedisSettings settings() {
            return new RedisSettings(
                    url,
                    consumerName,
                    retryAfter,
                    maxDeliveries,
                    claimAfter,
                    blockFor,
                    batchSize,
                    timeout,
                    shutdownTimeout,
                    connect,
                    maxLength,
                    deadLetterSuffix,
                    keyPrefix,
                    idempotencyWindow);
        }

        /**
         * The broker.
         *
         * @throws IllegalArgumentException if an option is out of its range
         * @throws BrokerUnavailableException if {@link Connect#EAGER} was asked for and the server cannot be
         *     reached
         */
        public RedisBroker connect() {
            RedisBroker broker = new RedisBroker(settings(), codec);
            if (connect == Connect.EAGER) {
                try {
                    broker.commands.check();
                } catch (StreamFailure e) {
                    broker.close();
                    throw new BrokerUnavailableException(e.getMessage() + ".", e);
                }
            }
            return broker;
        }
    }
}
