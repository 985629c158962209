package dev.millrace.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import dev.millrace.BroadcastSubscription;
import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.Codecs;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetters;
import dev.millrace.DeliveryHandler;
import dev.millrace.OutgoingMessage;
import dev.millrace.PullConsumer;
import dev.millrace.Retention;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscription;
import dev.millrace.redis.internal.stream.Access;
import dev.millrace.redis.internal.stream.Consumers;
import dev.millrace.redis.internal.stream.Endpoint;
import dev.millrace.redis.internal.stream.Names;
import dev.millrace.redis.internal.stream.Publisher;
import dev.millrace.redis.internal.stream.RedisStreamCommands;
import dev.millrace.redis.internal.stream.StreamCommands;
import dev.millrace.redis.internal.stream.StreamDeadLetters;
import dev.millrace.redis.internal.stream.StreamFailure;
import dev.millrace.redis.internal.stream.StreamGroups;
import dev.millrace.redis.internal.stream.StreamHistory;
import dev.millrace.redis.internal.stream.Tail;
import dev.millrace.redis.internal.stream.TopicKeys;
import dev.millrace.redis.internal.stream.Trimming;
import dev.millrace.spi.PullConsumers;
import org.jspecify.annotations.Nullable;

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
    private final Codecs codecs;
    private final StreamCommands commands;
    private final Publisher publisher;
    private final StreamHistory history;
    private final Consumers consumers;
    private final Tail tail;
    private final PullConsumers pulls;
    private final AtomicBoolean closing = new AtomicBoolean();
    private volatile boolean closed;

    RedisBroker(RedisSettings settings, Access access, Codecs chosen, Function<String, Retention> retention) {
        Endpoint endpoint = access.endpoint();
        this.settings = settings;
        this.keys = new TopicKeys(settings.keyPrefix(), settings.deadLetterSuffix());
        this.codecs = topic -> chosen.codec(keys.living(topic));
        this.commands = RedisStreamCommands.to(access, settings.timeout());
        Trimming trimming = new Trimming(commands, keys, retention);
        this.publisher = new Publisher(
                commands, endpoint, keys, codecs, trimming, settings.timeout(), settings.idempotencyWindow());
        this.history = new StreamHistory(commands, keys, codecs);
        this.consumers = new Consumers(
                commands,
                keys,
                endpoint,
                codecs,
                new Consumers.Rules(
                        settings.consumerName(),
                        settings.retryPolicy(),
                        settings.claimAfter(),
                        settings.blockFor(),
                        settings.batchSize(),
                        trimming));
        this.tail = consumers.tail();
        this.pulls = new PullConsumers(
                consumers::consume, topic -> deadLetters(topic).count(), settings.retryPolicy());
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
    public static RedisBrokerBuilder builder() {
        return new RedisBrokerBuilder();
    }

    /** Makes sure that the server is there, or closes this broker. */
    RedisBroker checked() {
        try {
            commands.check();
            return this;
        } catch (StreamFailure e) {
            close();
            throw new BrokerUnavailableException(e.getMessage() + ".", e);
        }
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
        String died = Names.checked("topic", topic);
        return new StreamDeadLetters(commands, keys, codecs.codec(died), died);
    }

    /**
     * The groups of a topic: listed, and deleted on purpose.
     *
     * @throws IllegalArgumentException if the topic is null, blank, or cannot be written as UTF-8
     */
    public Groups groups(String topic) {
        return new StreamGroups(commands, keys, Names.checked("topic", topic));
    }

    @Override
    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        return consumers.consume(
                Names.checked("topic", topic),
                notNull("options of topic " + topic, options),
                notNull("handler of topic " + topic, handler));
    }

    @Override
    public PullConsumer consumer(String topic, ConsumerOptions options) {
        return pulls.open(Names.checked("topic", topic), options);
    }

    @Override
    public BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler) {
        return tail.subscribe(
                Names.checked("topic", topic),
                notNull("options of topic " + topic, options),
                notNull("handler of topic " + topic, handler));
    }

    @Override
    public List<BrokerMessage> history(String topic, int count) {
        return history.of(Names.checked("topic", topic), count);
    }

    static <T> T notNull(String subject, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(subject + ": a value is needed (was null). Give one.");
        }
        return value;
    }

    @Override
    public boolean drain(Duration timeout) {
        return drain(consumers.subscriptions(), timeout);
    }

    private boolean drain(List<? extends Subscription> consuming, Duration timeout) {
        List<Subscription> all = new ArrayList<>(consuming);
        all.addAll(tail.subscriptions());
        return Subscription.drain(pulls.with(all), timeout);
    }

    @Override
    public void close() {
        // A second caller waits for the first, so that for both the broker is closed when close returns.
        synchronized (closing) {
            if (closing.getAndSet(true)) {
                return;
            }
            consumers.refuseMore();
            tail.refuseMore();
            try {
                // Handlers in hand may publish until they are done.
                drain(consumers.notWaitedFor(), settings.shutdownTimeout());
            } finally {
                closed = true;
                tail.close();
                consumers.close();
                commands.close();
            }
        }
    }

    /** Ends as the death of the process would: nothing is waited for, acked or handed back. */
    void abandon() {
        closing.set(true);
        closed = true;
        commands.close();
        tail.close();
        consumers.abandon();
        pulls.end();
    }
}
