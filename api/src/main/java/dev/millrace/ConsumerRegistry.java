package dev.millrace;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

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
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private final AtomicBoolean draining = new AtomicBoolean();
    private final CompletableFuture<Boolean> drained = new CompletableFuture<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean paused;
    private volatile boolean awaited;
    private volatile @Nullable Thread hook;

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
     * Starts to consume a topic: the message is acked when the handler returns.
     *
     * @throws IllegalArgumentException if the topic is blank, or the options ask for {@link AckMode#MANUAL}
     * @throws IllegalStateException if this registry was drained or closed, or the broker closed
     */
    public Subscription consume(String topic, ConsumerOptions options, MessageHandler handler) {
        if (options.ack() == AckMode.MANUAL) {
            throw new IllegalArgumentException("Consumer of " + topic + " in " + options.group()
                    + ": a MessageHandler cannot settle by hand (was ack MANUAL). Use consumeDeliveries.");
        }
        return consumeDeliveries(topic, options, delivery -> {
            handler.handle(delivery.message());
            return CompletableFuture.completedFuture(null);
        });
    }

    /**
     * Starts to consume a topic with a handler that may finish later, or settles by hand.
     *
     * @throws IllegalArgumentException if the topic is blank
     * @throws IllegalStateException if this registry was drained or closed, or the broker closed
     */
    public Subscription consumeDeliveries(String topic, ConsumerOptions options, DeliveryHandler handler) {
        synchronized (subscriptions) {
            if (draining.get()) {
                throw new IllegalStateException("Consumer of " + topic + " in " + options.group()
                        + ": this registry is drained. Start consumers before the shutdown.");
            }
            Subscription subscription = broker.consume(topic, options, traced(around.apply(handler)));
            subscriptions.add(subscription);
            if (paused) {
                subscription.pause();
            }
            return subscription;
        }
    }

    @SuppressWarnings("try")
    private static DeliveryHandler traced(DeliveryHandler handler) {
        return delivery -> {
            Map<String, String> headers = delivery.message().headers();
            try (TraceContext.Scope scope = TraceContext.continuing(headers).open()) {
                return handler.handle(delivery);
            }
        };
    }

    /** The subscriptions started here, in that order. */
    public List<Subscription> subscriptions() {
        return List.copyOf(subscriptions);
    }

    /** Starts nothing new in any subscription from the moment it returns. Does not block. */
    public void pause() {
        paused = true;
        subscriptions.forEach(Subscription::pause);
    }

    /**
     * Drains all subscriptions: nothing new starts, what is in hand is waited for, and all are closed. A
     * second call waits for the first.
     *
     * @param timeout one deadline for all of them
     * @return whether everything in hand finished within the time; what did not stays pending
     */
    public boolean drain(Duration timeout) {
        synchronized (subscriptions) {
            if (draining.getAndSet(true)) {
                return awaitDrained(timeout);
            }
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
            return drained.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
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
        awaited = true;
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
     * @throws IllegalStateException if it was asked for before, or the JVM is ending already
     */
    public ConsumerRegistry drainOnShutdown(Duration timeout) {
        Require.notNegative("timeout", timeout);
        Thread thread = new Thread(() -> drainInHook(timeout), "millrace-drain");
        synchronized (subscriptions) {
            if (hook != null) {
                throw new IllegalStateException("drainOnShutdown: asked for twice. Call it once for a registry.");
            }
            Runtime.getRuntime().addShutdownHook(thread);
            hook = thread;
        }
        return this;
    }

    private void drainInHook(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        drain(timeout);
        try {
            if (awaited && !closed.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Drains within 15 s unless it was drained before, and takes back the JVM hook. */
    @Override
    public void close() {
        drain(CLOSE_TIMEOUT);
        closed.countDown();
        Thread thread = hook;
        if (thread != null && thread != Thread.currentThread()) {
            try {
                Runtime.getRuntime().removeShutdownHook(thread);
            } catch (IllegalStateException e) {
                // The JVM is ending: the hook runs or ran, and goes with it.
                return;
            }
        }
    }
}
