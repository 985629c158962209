package dev.millrace.redis;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.millrace.BrokerUnavailableException;
import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import dev.millrace.redis.RedisSettings.Connect;
import dev.millrace.redis.internal.stream.Access;
import dev.millrace.redis.internal.stream.Certificates;
import dev.millrace.redis.internal.stream.Endpoint;
import dev.millrace.redis.internal.stream.Login;
import dev.millrace.redis.internal.stream.Names;
import org.jspecify.annotations.Nullable;

/** Builds a {@link RedisBroker}. Each option is described at {@link RedisSettings}. Not thread-safe. */
public final class RedisBrokerBuilder {

    private URI url = URI.create("redis://localhost:6379");
    private Optional<String> user = Optional.empty();
    private Optional<String> password = Optional.empty();
    private @Nullable Supplier<RedisCredentials> credentials;
    private Optional<Path> trustStore = Optional.empty();
    private Optional<String> trustStorePassword = Optional.empty();
    private Optional<Path> keyStore = Optional.empty();
    private Optional<String> keyStorePassword = Optional.empty();
    private Optional<String> consumerName = Optional.empty();
    private Duration retryAfter = RetryPolicy.DEFAULT.retryAfter();
    private int maxDeliveries = RetryPolicy.DEFAULT.maxDeliveries();
    private Duration claimAfter = Duration.ofSeconds(60);
    private Duration blockFor = Duration.ofSeconds(2);
    private int batchSize = 100;
    private Duration timeout = Duration.ofSeconds(5);
    private Duration shutdownTimeout = Duration.ofSeconds(15);
    private Connect connect = Connect.LAZY;
    private long maxLength = Retention.DEFAULT.maxLength();
    private boolean trimUnacked = Retention.DEFAULT.trimUnacked();
    private long deadLetterMaxLength = Retention.DEFAULT.deadLetterMaxLength();
    private final Map<String, Retention> retentions = new HashMap<>();
    private @Nullable Function<String, Retention> retention;
    private String deadLetterSuffix = ".dead";
    private String keyPrefix = "";
    private Duration idempotencyWindow = Duration.ofMinutes(2);
    private Codecs codecs = Codecs.everywhere(PayloadCodec.jsonb());

    RedisBrokerBuilder() {}

    /** Where the server is. */
    public RedisBrokerBuilder url(String value) {
        this.url = Endpoint.parse(value);
        return this;
    }

    /** Who logs in, instead of the user in the URL. */
    public RedisBrokerBuilder user(String value) {
        this.user = Optional.of(value);
        return this;
    }

    /** The password to log in with, instead of the one in the URL. */
    public RedisBrokerBuilder password(String value) {
        this.password = Optional.of(value);
        return this;
    }

    /**
     * Who logs in, asked for each new connection, so that what changes meanwhile counts. Replaces
     * {@link #user} and {@link #password}. Called by several threads, also at the same time; what it throws
     * counts as a server that cannot be reached.
     */
    public RedisBrokerBuilder credentials(Supplier<RedisCredentials> value) {
        this.credentials = value;
        return this;
    }

    /** The file of certificates that are trusted. */
    public RedisBrokerBuilder trustStore(Path value) {
        this.trustStore = Optional.of(value);
        return this;
    }

    /** The password of the trust store. */
    public RedisBrokerBuilder trustStorePassword(String value) {
        this.trustStorePassword = Optional.of(value);
        return this;
    }

    /** The file of the certificate to show, with its key. */
    public RedisBrokerBuilder keyStore(Path value) {
        this.keyStore = Optional.of(value);
        return this;
    }

    /** The password of the key store and of the key in it. */
    public RedisBrokerBuilder keyStorePassword(String value) {
        this.keyStorePassword = Optional.of(value);
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

    /** Whether the oldest entries beyond {@link #maxLength} go even if some group has not acked them. */
    public RedisBrokerBuilder trimUnacked(boolean value) {
        this.trimUnacked = value;
        return this;
    }

    /** How many dead letters of a topic are kept, about; zero keeps all. */
    public RedisBrokerBuilder deadLetterMaxLength(long value) {
        this.deadLetterMaxLength = value;
        return this;
    }

    /**
     * How long one topic gets, and its dead letters; the others go by the options for all.
     *
     * @throws IllegalArgumentException if the topic is null or blank, or the retention null
     */
    public RedisBrokerBuilder retention(String topic, Retention value) {
        this.retentions.put(Names.checked("topic", topic), RedisBroker.notNull("retention of topic " + topic, value));
        return this;
    }

    /**
     * How long each topic gets that {@link #retention(String, Retention)} does not name, instead of the options
     * for all. Asked often, by any thread; the answer for a topic does not change.
     */
    public RedisBrokerBuilder retention(Function<String, Retention> value) {
        this.retention = value;
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

    /** What encodes and decodes payloads that are neither text nor bytes, on all topics; JSON-B if not set. */
    public RedisBrokerBuilder codec(PayloadCodec value) {
        return codecs(Codecs.everywhere(value));
    }

    /** The codec of one topic, and of its dead letters; that of the others stays as it was set before. */
    public RedisBrokerBuilder codec(String topic, PayloadCodec value) {
        return codecs(codecs.topic(topic, value));
    }

    /** Which topic has which codec. */
    public RedisBrokerBuilder codecs(Codecs value) {
        this.codecs = value;
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
                user,
                password,
                trustStore,
                trustStorePassword,
                keyStore,
                keyStorePassword,
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
                trimUnacked,
                deadLetterMaxLength,
                deadLetterSuffix,
                keyPrefix,
                idempotencyWindow);
    }

    /**
     * The broker.
     *
     * @throws IllegalArgumentException if an option is out of its range, or a store of certificates cannot be
     *     used
     * @throws BrokerUnavailableException if {@link Connect#EAGER} was asked for and the server cannot be
     *     reached
     */
    public RedisBroker connect() {
        RedisSettings settings = settings();
        RedisBroker broker = new RedisBroker(settings, access(settings), codecs, retentions(settings));
        return connect == Connect.EAGER ? broker.checked() : broker;
    }

    private Function<String, Retention> retentions(RedisSettings settings) {
        Map<String, Retention> named = Map.copyOf(retentions);
        Retention everywhere = settings.retention();
        Function<String, Retention> others = retention == null ? topic -> everywhere : retention;
        return topic -> {
            Retention one = named.get(topic);
            return one == null ? others.apply(topic) : one;
        };
    }

    private Access access(RedisSettings settings) {
        Endpoint endpoint = Endpoint.of(settings.url());
        Certificates certificates = new Certificates(trustStore, trustStorePassword, keyStore, keyStorePassword);
        if (endpoint.tls()) {
            // Here rather than at the first connection, which would go on trying.
            certificates.sockets();
        }
        Login fixed = new Login(user, password).orElse(endpoint);
        Supplier<RedisCredentials> changing = credentials;
        return new Access(
                endpoint,
                changing == null ? () -> fixed : () -> login(changing.get()).orElse(endpoint),
                certificates);
    }

    private static Login login(RedisCredentials given) {
        return new Login(given.user(), Optional.of(given.password()));
    }
}
