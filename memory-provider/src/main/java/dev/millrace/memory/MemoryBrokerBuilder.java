package dev.millrace.memory;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;
import dev.millrace.PullConsumer;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link MemoryBroker}; each refuses a bad value with {@link IllegalArgumentException}: null is one, and
 * so is a duration that is negative or longer than 365 days. Not thread-safe.
 */
public final class MemoryBrokerBuilder {

    private Clock clock = Clock.systemUTC();
    private boolean inline;
    private boolean redeliver = true;
    private String consumerName = "memory";
    private Duration claimAfter = MemorySettings.CLAIM_AFTER;
    private RetryPolicy retryPolicy = RetryPolicy.DEFAULT;
    private final Map<String, Retention> retentions = new HashMap<>();
    private Retention everywhere = Retention.DEFAULT;
    private @Nullable Function<String, Retention> retention;
    private String deadLetterSuffix = ".dead";
    private Duration shutdownTimeout = Duration.ofSeconds(15);
    private Duration idempotencyWindow = Duration.ofMinutes(2);
    private int publishedLimit = Integer.MAX_VALUE;
    private Codecs codecs = Codecs.everywhere(PayloadCodec.jsonb());

    MemoryBrokerBuilder() {}

    /** The clock; the system's if not set. Only of a {@link ManualClock} are the moves noticed at once. */
    public MemoryBrokerBuilder clock(Clock value) {
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
    public MemoryBrokerBuilder inline() {
        inline = true;
        return this;
    }

    /**
     * Whether a message is delivered again after a failure or a crash; {@code true} if not set. If not,
     * it stays pending, and only what cannot be mended by another delivery becomes a dead letter.
     */
    public MemoryBrokerBuilder redeliver(boolean value) {
        redeliver = value;
        return this;
    }

    /** The consumer name of the first replica, {@code memory} if not set. */
    public MemoryBrokerBuilder consumerName(String value) {
        consumerName = Require.notBlank("consumerName", value);
        return this;
    }

    /** How long an entry of another consumer is idle before it is claimed, 60 s if not set; zero for never. */
    public MemoryBrokerBuilder claimAfter(Duration value) {
        claimAfter = Require.notNegative("claimAfter", value);
        return this;
    }

    /** The allowance and the gaps of subscriptions that bring none of their own. */
    public MemoryBrokerBuilder retryPolicy(RetryPolicy value) {
        retryPolicy = Require.notNull("retryPolicy", value);
        return this;
    }

    /**
     * How many entries a topic keeps, 10,000 if not set. Beyond that the oldest go, up to the first that
     * some group has not acked.
     */
    public MemoryBrokerBuilder maxLength(int value) {
        everywhere = everywhere.maxLength(value);
        return this;
    }

    /**
     * Whether the oldest beyond {@link #maxLength} go even if some group has not acked them; {@code false} if
     * not set. What is lost that way is counted, see {@link MemoryBroker#lost}, and logged.
     */
    public MemoryBrokerBuilder trimUnacked(boolean value) {
        everywhere = everywhere.trimUnacked(value);
        return this;
    }

    /** How many dead letters of a topic are kept; all if not set, or zero. */
    public MemoryBrokerBuilder deadLetterMaxLength(int value) {
        everywhere = everywhere.deadLetterMaxLength(value);
        return this;
    }

    /** How long one topic gets, and its dead letters; the others go by the options for all. */
    public MemoryBrokerBuilder retention(String topic, Retention value) {
        retentions.put(Require.notBlank("topic", topic), Require.notNull("retention of topic " + topic, value));
        return this;
    }

    /**
     * How long each topic gets that {@link #retention(String, Retention)} does not name, instead of the options
     * for all. Asked often, by any thread; the answer for a topic does not change.
     */
    public MemoryBrokerBuilder retention(Function<String, Retention> value) {
        retention = Require.notNull("retention", value);
        return this;
    }

    /** What is added to a topic's name for its dead letters, {@code .dead} if not set. */
    public MemoryBrokerBuilder deadLetterSuffix(String value) {
        deadLetterSuffix = Require.notBlank("deadLetterSuffix", value);
        return this;
    }

    /** How long {@link MemoryBroker#close} waits for what is in hand, 15 s if not set. */
    public MemoryBrokerBuilder shutdownTimeout(Duration value) {
        shutdownTimeout = Require.notNegative("shutdownTimeout", value);
        return this;
    }

    /** How long a topic knows an idempotency key, 2 minutes if not set. */
    public MemoryBrokerBuilder idempotencyWindow(Duration value) {
        idempotencyWindow = Require.notNegative("idempotencyWindow", value);
        return this;
    }

    /**
     * How many messages {@link MemoryBroker#published()} keeps, the newest ones; all if not set, which a
     * program that runs for long should not afford. Zero keeps none.
     */
    public MemoryBrokerBuilder publishedLimit(int value) {
        publishedLimit = Require.atLeast("publishedLimit", 0, value);
        return this;
    }

    /** What encodes and decodes payloads that are neither text nor bytes, on all topics; JSON-B if not set. */
    public MemoryBrokerBuilder codec(PayloadCodec value) {
        return codecs(Codecs.everywhere(value));
    }

    /** The codec of one topic, and of its dead letters; that of the others stays as it was set before. */
    public MemoryBrokerBuilder codec(String topic, PayloadCodec value) {
        return codecs(codecs.topic(topic, value));
    }

    /** Which topic has which codec. */
    public MemoryBrokerBuilder codecs(Codecs value) {
        codecs = Require.notNull("codecs", value);
        return this;
    }

    private Function<String, Retention> retentions() {
        Map<String, Retention> named = Map.copyOf(retentions);
        Retention all = everywhere;
        Function<String, Retention> others = retention == null ? topic -> all : retention;
        return topic -> {
            Retention one = named.get(topic);
            return one == null ? others.apply(topic) : one;
        };
    }

    /** The broker. */
    public MemoryBroker build() {
        Store store = new Store(new MemorySettings(
                clock,
                inline,
                redeliver,
                claimAfter,
                retryPolicy,
                retentions(),
                deadLetterSuffix,
                shutdownTimeout,
                idempotencyWindow,
                publishedLimit,
                codecs));
        return new MemoryBroker(store, new Dispatcher(store), consumerName);
    }
}
