package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.function.Consumer;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.Subscription;
import dev.millrace.redis.internal.policy.RepairCadence;
import dev.millrace.spi.HandlerSlots;

/** A subscription: the handler's slots, and the loop that fills them. */
final class RedisSubscription implements Subscription {

    /** A reader is woken within a few round trips; one that is not is behind a dead connection. */
    private static final Duration WOKEN_WITHIN = Duration.ofMillis(300);

    private final String topic;
    private final String group;
    private final Due due = new Due();
    private final HandlerSlots slots;
    private final GroupConsumer consumer;
    private final GroupLoop loop;
    private final Thread thread;
    private final Consumer<RedisSubscription> whenClosed;

    /**
     * A subscription, not started yet.
     *
     * @param nameSuffix what tells the consumer from another one that this broker has in the group
     * @param whenClosed told that it is closed
     */
    RedisSubscription(
            Shared shared,
            String topic,
            ConsumerOptions options,
            String nameSuffix,
            DeliveryHandler handler,
            Consumer<RedisSubscription> whenClosed) {
        this.topic = topic;
        this.group = options.group();
        this.whenClosed = whenClosed;
        String name = topic + "-" + group;
        this.slots = new HandlerSlots(
                "Topic " + topic + ", group " + group,
                options.concurrency(),
                options.ack(),
                handler,
                options.threads().orElseGet(() -> HandlerSlots.daemonThreads(name)),
                this::slotFreed);
        this.consumer = new GroupConsumer(shared, topic, options, nameSuffix, slots, this::dueIn);
        Duration retryAfter = options.retryPolicy(shared.retry()).retryAfter();
        this.loop = new GroupLoop(
                consumer,
                new RepairCadence(retryAfter, shared.blockFor()),
                shared.batchSize(),
                shared.outage(),
                due,
                shared.commands().reads());
        this.thread = Threads.daemon("millrace-redis-" + name).newThread(loop);
    }

    /** Starts, and waits a moment for the group to be there if the server is. */
    void start(Duration patience) {
        thread.start();
        loop.awaitFirstTry(patience);
    }

    private void slotFreed() {
        consumer.countSettled();
        loop.nudge();
    }

    private void dueIn(Duration wait) {
        if (due.in(wait)) {
            loop.wake();
        }
    }

    @Override
    public String topic() {
        return topic;
    }

    @Override
    public String group() {
        return group;
    }

    @Override
    public void pause() {
        consumer.pause();
        loop.wake();
    }

    @Override
    public void resume() {
        consumer.resume();
        loop.nudge();
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        return slots.awaitIdle(timeout);
    }

    @Override
    public void close() {
        slots.close();
        loop.stop();
        await(WOKEN_WITHIN);
        if (thread.isAlive()) {
            loop.cut();
            await(WOKEN_WITHIN);
        }
        whenClosed.accept(this);
    }

    /** Whether its name in the group is free for another. */
    boolean isOver() {
        return hasStopped() && consumer.hasNothingInHand();
    }

    boolean hasStopped() {
        return !thread.isAlive();
    }

    /** Ends as the death of the process would end it. */
    void abandon() {
        slots.close();
        loop.abandon();
        await(WOKEN_WITHIN);
    }

    private void await(Duration limit) {
        if (Thread.currentThread() == thread) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(Math.max(1, limit.toMillis()));
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
