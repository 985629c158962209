package dev.millrace.spi;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.millrace.AckMode;
import dev.millrace.ConsumerOptions;
import dev.millrace.Delivery;
import dev.millrace.PullConsumer;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;

/** A pull consumer on a subscription of its own, whose handler gives each delivery to who asks. */
final class GroupPull implements PullConsumer {

    /**
     * For what a close has failed, and what nobody asked for, to be settled before the consumer leaves: it is handed
     * over with its clock, and the name is free.
     */
    private static final Duration SETTLED_WITHIN = Duration.ofSeconds(1);

    private final String subject;
    private final Handover handover;
    private final Subscription subscription;
    private final Subscription view = new PulledSubscription();
    private final Runnable reach;
    private final Consumer<GroupPull> whenEnded;

    GroupPull(
            String topic,
            ConsumerOptions options,
            RetryPolicy retry,
            PullConsumers.Consuming broker,
            Runnable reach,
            Consumer<GroupPull> whenEnded) {
        this.subject = "Pull consumer of " + topic + " in " + options.group();
        // With one delivery allowed, a crash would make a dead letter of what was only offered.
        boolean onlyOnDemand = retry.maxDeliveries() == 1;
        this.handover = new Handover(
                subject,
                options.concurrency(),
                onlyOnDemand,
                options.orderedBy().isPresent());
        this.reach = reach;
        this.whenEnded = whenEnded;
        this.subscription = handover.start(() -> broker.consume(topic, options.ack(AckMode.MANUAL), handover::offer));
    }

    @Override
    public Delivery next() throws InterruptedException {
        return handover.take(Handover.EVER).orElseThrow(() -> new AssertionError("waits for ever"));
    }

    @Override
    public Optional<Delivery> poll(Duration timeout) throws InterruptedException {
        if (timeout == null || timeout.isNegative()) {
            throw new IllegalArgumentException(subject + ": a time to wait is needed that is not negative (was "
                    + timeout + "). Use zero for what has been fetched already.");
        }
        return handover.take(TimeUnit.NANOSECONDS.convert(timeout));
    }

    @Override
    public void requireBroker() {
        handover.requireOpen();
        reach.run();
    }

    @Override
    public Iterator<Delivery> iterator() {
        return new DeliveryIterator(this::nextUntilEnd);
    }

    private Optional<Delivery> nextUntilEnd() {
        try {
            return Optional.of(next());
        } catch (Handover.Ended e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public Subscription subscription() {
        return view;
    }

    @Override
    public void close() {
        end();
        subscription.pause();
        handover.forgetUnsettled().forEach(GivenDelivery::fail);
        awaitSettled();
        subscription.close();
    }

    /** An interrupt that stopped the caller's work is kept for later: what it left is settled all the same. */
    private void awaitSettled() {
        boolean interrupted = Thread.interrupted();
        try {
            boolean ignored = subscription.awaitIdle(SETTLED_WITHIN);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Gives nothing any more, and lets go of whoever waits. */
    void end() {
        handover.end();
        whenEnded.accept(this);
    }

    @Override
    public String toString() {
        return subject;
    }

    /** What a drain sees. */
    private final class PulledSubscription implements Subscription {

        @Override
        public String topic() {
            return subscription.topic();
        }

        @Override
        public String group() {
            return subscription.group();
        }

        @Override
        public long unhandled() {
            return subscription.unhandled();
        }

        @Override
        public void pause() {
            handover.pause();
        }

        @Override
        public void resume() {
            handover.resume();
        }

        @Override
        public boolean awaitIdle(Duration timeout) {
            return subscription.awaitIdle(timeout);
        }

        @Override
        public void close() {
            end();
            subscription.close();
        }

        @Override
        public String toString() {
            return subject;
        }
    }
}
