package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.function.Consumer;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.Subscription;
import dev.millrace.redis.internal.policy.RepairCadence;
import dev.millrace.spi.HandlerSlots;

/** A subscription: the handler's slots, and its place with the reader that fills them. */
final class RedisSubscription implements Subscription {

    private final String topic;
    private final String group;
    private final Due due = new Due();
    private final HandlerSlots slots;
    private final GroupConsumer consumer;
    private final Served served;
    private final GroupReader reader;
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
            GroupReader reader,
            Consumer<RedisSubscription> whenClosed) {
        this.topic = topic;
        this.group = options.group();
        this.reader = reader;
        this.whenClosed = whenClosed;
        this.slots = new HandlerSlots(
                "Topic " + topic + ", group " + group,
                options.concurrency(),
                options.ack(),
                handler,
                options.threads().orElseGet(() -> HandlerSlots.daemonThreads(topic + "-" + group)),
                this::slotFreed);
        Duration retryAfter = options.retryPolicy(shared.retry()).retryAfter();
        Turns turns = new Turns(new RepairCadence(retryAfter, shared.blockFor()), due);
        this.consumer = new GroupConsumer(shared, topic, options, nameSuffix, slots, turns, this::dueIn);
        this.served = new Served(consumer, turns);
    }

    /** Starts; whether its reader takes it, which one that has ended does not. */
    boolean start() {
        return reader.add(served);
    }

    /** Waits a moment for the group to be there if the server is. */
    void awaitStart(Duration patience) {
        served.awaitFirstTry(patience);
    }

    private void slotFreed() {
        if (consumer.slotFreed()) {
            reader.wake();
        }
    }

    private void dueIn(Duration wait) {
        if (due.in(wait)) {
            reader.wake();
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
    public long unhandled() {
        return consumer.unhandled();
    }

    @Override
    public void pause() {
        consumer.pause();
        reader.wake();
    }

    @Override
    public void resume() {
        consumer.resume();
        reader.wake();
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        return consumer.awaitSettled(timeout);
    }

    @Override
    public void close() {
        slots.close();
        reader.remove(served);
        whenClosed.accept(this);
    }

    /** Whether its name in the group is free for another. */
    boolean isOver() {
        return hasStopped() && consumer.hasNothingInHand();
    }

    /** Whether no handler is running: acks may be without an answer. */
    boolean hasFinished() {
        return slots.awaitIdle(Duration.ZERO);
    }

    boolean hasStopped() {
        return served.isGone();
    }

    /** Ends as the death of the process would end it. */
    void abandon() {
        slots.close();
    }
}
