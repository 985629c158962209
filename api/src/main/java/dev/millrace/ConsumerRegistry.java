package dev.millrace;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Consumes by hand: each message is handled in its trace, and all consumers drain together against one
 * deadline. Thread-safe.
 *
 * <p>The one that is injected adds the request context of a delivery and is drained with the application;
 * leave draining and closing to it. One that you construct is yours to drain and close. Neither closes the
 * broker.
 */
public final class ConsumerRegistry implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(15);

    private final Broker broker;
    private final UnaryOperator<DeliveryHandler> around;
    private final List<RegisteredSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Boolean> drained = new CompletableFuture<>();
    private final DrainHook hook = new DrainHook(this::drain);
    private final Object lock = new Object();
    private volatile Function<String, Optional<ThreadFactory>> threads = name -> Optional.empty();
    private volatile boolean paused;
    private boolean draining;

    /** A registry on a broker. */
    public ConsumerRegistry(Broker broker) {
        this(broker, UnaryOperator.identity());
    }

    /**
     * A registry that wraps every handler, inside the trace: the place for contexts of one's own.
     *
     * @param around turns a handler into the one that is called; applied once a subscription
     */
    public ConsumerRegistry(Broker broker, UnaryOperator<DeliveryHandler> around) {
        this.broker = Require.notNull("broker", broker);
        this.around = Require.notNull("around", around);
    }

    /**
     * Has handlers whose options name no factory run on threads of one that is asked for at each subscription,
     * on the thread that subscribes; on the broker's own where there is none.
     *
     * @param factories a factory, by {@code topic/group} or, for a subscriber, {@code topic}
     * @return this registry
     */
    public ConsumerRegistry threads(Function<String, Optional<ThreadFactory>> factories) {
        threads = Require.notNull("threads", factories);
        return this;
    }

    /**
     * Starts to consume a topic: the message is acked when the handler returns.
     *
     * @throws IllegalArgumentException if the topic is blank, an argument null, or the options ask for {@link AckMode#MANUAL}
     * @throws IllegalStateException if this registry was paused, drained or closed, or the broker closed
     */
    public Subscription consume(String topic, ConsumerOptions options, MessageHandler handler) {
        if (Require.notNull("options of topic " + topic, options).ack() == AckMode.MANUAL) {
            throw new IllegalArgumentException("Consumer of " + topic + " in " + options.group()
                    + ": a MessageHandler cannot settle by hand (was ack MANUAL). Use consumeDeliveries.");
        }
        Require.notNull("handler of topic " + topic, handler);
        return consumeDeliveries(topic, options, delivery -> {
            handler.handle(delivery.message());
            return CompletableFuture.completedFuture(null);
        });
    }

    /**
     * Starts to consume a topic with a handler that may finish later, or settles by hand.
     *
     * @throws IllegalArgumentException if the topic is blank, or an argument null
     * @throws IllegalStateException if this registry was paused, drained or closed, or the broker closed
     */
    public Subscription consumeDeliveries(String topic, ConsumerOptions options, DeliveryHandler handler) {
        Require.notNull("options of topic " + topic, options);
        DeliveryHandler wrapped = traced(around.apply(Require.notNull("handler of topic " + topic, handler)));
        ConsumerOptions threaded = withThreads(topic, options);
        return started(
                "Consumer of " + topic + " in " + options.group(),
                () -> new RegisteredSubscription(broker.consume(topic, threaded, wrapped), this::isPaused));
    }

    /**
     * Opens a consumer that takes messages one by one, on the caller's threads and without what this registry does
     * for handlers, and is drained with it.
     *
     * @throws IllegalArgumentException if the topic is blank, or an argument null
     * @throws IllegalStateException if this registry was paused, drained or closed, or the broker closed
     */
    public PullConsumer consumer(String topic, ConsumerOptions options) {
        Require.notNull("options of topic " + topic, options);
        ConsumerOptions threaded = withThreads(topic, options);
        return started(
                        "Pull consumer of " + topic + " in " + options.group(),
                        () -> new RegisteredPull(broker.consumer(topic, threaded), this::isPaused))
                .face();
    }

    /**
     * Starts to get every message of a topic, one at a time.
     *
     * @throws IllegalArgumentException if the topic is blank, an argument null, or the position none of the broker's
     * @throws IllegalStateException if this registry was paused, drained or closed, or the broker closed
     */
    public BroadcastSubscription subscribe(String topic, SubscriberOptions options, MessageHandler handler) {
        Require.notNull("handler of topic " + topic, handler);
        return subscribeDeliveries(topic, options, delivery -> {
            handler.handle(delivery.message());
            return CompletableFuture.completedFuture(null);
        });
    }

    /** Subscribes with the defaults, see {@link #subscribe(String, SubscriberOptions, MessageHandler)}. */
    public BroadcastSubscription subscribe(String topic, Position from, MessageHandler handler) {
        return subscribe(topic, SubscriberOptions.from(from), handler);
    }

    /**
     * Starts to get every message of a topic with a handler that may finish later; the next message comes when
     * it has.
     *
     * @throws IllegalArgumentException if the topic is blank, an argument null, or the position none of the broker's
     * @throws IllegalStateException if this registry was paused, drained or closed, or the broker closed
     */
    public BroadcastSubscription subscribeDeliveries(String topic, SubscriberOptions options, DeliveryHandler handler) {
        Require.notNull("options of topic " + topic, options);
        DeliveryHandler wrapped = traced(around.apply(Require.notNull("handler of topic " + topic, handler)));
        SubscriberOptions threaded = withThreads(topic, options);
        return started(
                "Subscriber of " + topic,
                () -> new RegisteredBroadcast(broker.subscribe(topic, threaded, wrapped), this::isPaused));
    }

    /**
     * A topic with payloads of one class, whose subscribers are of this registry. Nothing is asked of the broker yet.
     *
     * @throws IllegalArgumentException if the name is null or blank, or the type null
     */
    public <T> Topic<T> topic(String name, Class<T> type) {
        return new TypedTopic<>(name, TypeToken.of(type), broker, this);
    }

    /** A topic with payloads of a generic type, see {@link #topic(String, Class)}. */
    public <T> Topic<T> topic(String name, TypeToken<T> type) {
        return new TypedTopic<>(name, type, broker, this);
    }

    private <S extends RegisteredSubscription> S started(String subject, Supplier<S> start) {
        synchronized (lock) {
            if (paused) {
                throw new IllegalStateException(subject + ": this registry starts nothing any more (was paused or"
                        + " drained). Start consumers before the shutdown.");
            }
            subscriptions.removeIf(RegisteredSubscription::isOver);
            S subscription = start.get();
            subscriptions.add(subscription);
            return subscription;
        }
    }

    private boolean isPaused() {
        return paused;
    }

    private ConsumerOptions withThreads(String topic, ConsumerOptions options) {
        return options.threads().isPresent()
                ? options
                : threads.apply(topic + "/" + options.group())
                        .map(options::threads)
                        .orElse(options);
    }

    private SubscriberOptions withThreads(String topic, SubscriberOptions options) {
        return options.threads().isPresent()
                ? options
                : threads.apply(topic).map(options::threads).orElse(options);
    }

    private static DeliveryHandler traced(DeliveryHandler handler) {
        return delivery -> {
            Map<String, String> headers = delivery.message().headers();
            TraceScope scope = TraceScope.open(TraceContext.continuing(headers));
            try {
                return handler.handle(delivery);
            } finally {
                scope.closeWithAbove();
            }
        };
    }

    /** The subscriptions started here, in that order, but for those closed or failed with nothing in hand. */
    public List<Subscription> subscriptions() {
        return List.copyOf(subscriptions);
    }

    /**
     * Starts nothing new, message or consumer, from the moment it returns: the first step of a drain. It is for good:
     * {@link Subscription#resume()} has no effect any more. Does not wait for what is in hand.
     */
    public void pause() {
        synchronized (lock) {
            paused = true;
        }
        new Drain(List.copyOf(subscriptions)).pause();
    }

    /**
     * Drains all subscriptions: nothing new starts, what is in hand is waited for, and all are closed. A
     * second call waits for the first. Called from a handler it waits in vain for that handler itself.
     *
     * @param timeout one deadline for all of them
     * @return whether everything in hand finished within the time; what did not stays pending
     */
    public boolean drain(Duration timeout) {
        boolean again;
        synchronized (lock) {
            again = draining;
            draining = true;
            paused = true;
        }
        if (again) {
            return awaitDrained(timeout);
        }
        boolean idle = false;
        try {
            idle = Subscription.drain(subscriptions, timeout);
        } finally {
            drained.complete(idle);
        }
        return idle;
    }

    private boolean awaitDrained(Duration timeout) {
        try {
            return drained.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /**
     * Waits until the registry is drained, by whatever asked for it.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public void awaitClose() throws InterruptedException {
        hook.awaited();
        try {
            drained.get();
        } catch (ExecutionException e) {
            throw new AssertionError("completed with a value only", e);
        }
    }

    /**
     * Drains when the JVM is told to end (SIGTERM, SIGINT, {@code System.exit}), for a plain {@code main}.
     * A thread in {@link #awaitClose()} gets what is left of the time to close this registry before the JVM
     * goes. A second signal changes nothing.
     *
     * @param timeout the deadline of the drain
     * @return this registry
     * @throws IllegalArgumentException if the timeout is null, negative, or longer than 365 days
     * @throws IllegalStateException if it was asked for before, this registry is closed, or the JVM is
     *     ending already
     */
    public ConsumerRegistry drainOnShutdown(Duration timeout) {
        Require.notNegative("timeout", timeout);
        hook.add(timeout);
        return this;
    }

    /** Drains within 15 s unless it was drained before, and takes back the JVM hook. */
    @Override
    public void close() {
        try {
            drain(CLOSE_TIMEOUT);
        } finally {
            hook.remove();
        }
    }
}
