package dev.millrace.redis;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

import dev.millrace.BrokerUnavailableException;
import dev.millrace.PayloadCodec;
import dev.millrace.RetryPolicy;
import dev.millrace.redis.RedisSettings.Connect;
import dev.millrace.redis.internal.stream.Endpoint;

/** Builds a {@link RedisBroker}. Each option is described at {@link RedisSettings}. Not thread-safe. */
public final class RedisBrokerBuilder {

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

    RedisBrokerBuilder() {}

    /** Where the server is. */
    public RedisBrokerBuilder url(String value) {
        this.url = Endpoint.parse(value);
        return this;
    }

    /** The name of this process in its groups. */
    public RedisBrokerBuilder consumerName(String value) {
        this.consumerName = Optional.of(value);
        return this;
    }

    /** The gap after a first failure. */
    public RedisBrokerBuilder retryAfter(Duration value) {
        this.retryAfter = value;
        return this;
    }

    /** How many times the handler runs for a message at most. */
    public RedisBrokerBuilder maxDeliveries(int value) {
        this.maxDeliveries = value;
        return this;
    }

    /** How long an entry of another consumer must be idle to be taken over; zero for never. */
    public RedisBrokerBuilder claimAfter(Duration value) {
        this.claimAfter = value;
        return this;
    }

    /** How long one read waits for a message. */
    public RedisBrokerBuilder blockFor(Duration value) {
        this.blockFor = value;
        return this;
    }

    /** How many entries one command asks for at most. */
    public RedisBrokerBuilder batchSize(int value) {
        this.batchSize = value;
        return this;
    }

    /** How long connecting, and a command with its reply, may take. */
    public RedisBrokerBuilder timeout(Duration value) {
        this.timeout = value;
        return this;
    }

    /** How long {@link RedisBroker#close()} waits for what is in hand. */
    public RedisBrokerBuilder shutdownTimeout(Duration value) {
        this.shutdownTimeout = value;
        return this;
    }

    /** Whether the server must be reachable when the broker is made. */
    public RedisBrokerBuilder connect(Connect value) {
        this.connect = value;
        return this;
    }

    /** How many entries a topic keeps, about. */
    public RedisBrokerBuilder maxLength(long value) {
        this.maxLength = value;
        return this;
    }

    /** What is added to a topic to name the topic of its dead letters. */
    public RedisBrokerBuilder deadLetterSuffix(String value) {
        this.deadLetterSuffix = value;
        return this;
    }

    /** What every key begins with. */
    public RedisBrokerBuilder keyPrefix(String value) {
        this.keyPrefix = value;
        return this;
    }

    /** How long an idempotency key is remembered. */
    public RedisBrokerBuilder idempotencyWindow(Duration value) {
        this.idempotencyWindow = value;
        return this;
    }

    /** What encodes and decodes payloads that are neither text nor bytes; JSON-B if not set. */
    public RedisBrokerBuilder codec(PayloadCodec value) {
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
        return connect == Connect.EAGER ? broker.checked() : broker;
    }
}
