package dev.millrace.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.Unhandled;
import dev.millrace.memory.internal.EntryId;
import dev.millrace.memory.internal.GroupStart;
import dev.millrace.memory.internal.Member;
import dev.millrace.memory.internal.Rules;
import dev.millrace.memory.internal.Step;
import dev.millrace.spi.FailurePolicy;

/** One consumer of one topic in one group: takes what its slots have room for. */
final class MemorySubscription implements LocalSubscription {

    private static final long START_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String topic;
    private final String group;
    private final Store store;
    private final Dispatcher dispatcher;
    private final Notices notices;
    private final Settling settling;
    private final Deliveries deliveries;
    private final Member member;
    private final Unhandled unhandled;
    private final boolean pulled;
    private final ReentrantLock taking = new ReentrantLock();
    private volatile boolean closed;
    private volatile long noStartBefore = System.nanoTime();

    MemorySubscription(
            String topic,
            ConsumerOptions options,
            DeliveryHandler handler,
            Store store,
            Dispatcher dispatcher,
            String consumer,
            boolean pulled) {
        MemorySettings settings = store.settings;
        this.topic = topic;
        this.group = options.group();
        this.unhandled = options.unhandled();
        this.pulled = pulled;
        this.store = store;
        this.dispatcher = dispatcher;
        FailurePolicy failures = new FailurePolicy(
                options.retryPolicy(settings.retryPolicy()), options.deadLetterOn(), settings.isDeadLetterTopic(topic));
        this.notices = new Notices(topic, group, consumer, failures);
        this.settling = new Settling(store, failures, notices, topic, group, consumer);
        this.deliveries =
                new Deliveries(topic, options, handler, store, dispatcher, settling, notices, this::slotFreed);
        Rules rules = new Rules(failures, settings.claimAfter(), settings.redeliver());
        GroupStart start = store.locked(() -> store.topic(topic).group(group, options.startAt(), store.now()));
        this.member = store.locked(() -> start.group().join(consumer, rules, options));
        notices.started(start);
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
        return settling.unhandled();
    }

    @Override
    public Instant work() {
        Instant now = store.now();
        take();
        Instant tended = deliveries.tend(now);
        Instant due = dueAfter(now).orElse(Instant.MAX);
        if (closed && deliveries.isEmpty()) {
            dispatcher.remove(this);
        }
        return due.isBefore(tended) ? due : tended;
    }

    /**
     * When there is something to take again.
     *
     * @param now from before the last {@link #take()}: what was due by then and was not taken waits for a slot,
     *     and gets it when one is freed, while what came due since is still to be looked at
     */
    private Optional<Instant> dueAfter(Instant now) {
        return store.locked(member::nextDue).filter(at -> at.isAfter(now));
    }

    private void take() {
        // One thread at a time, since what is taken first has to start first.
        taking.lock();
        try {
            while (deliveries.slots.free() > 0 && System.nanoTime() - noStartBefore >= 0) {
                Optional<Step> step = store.take(member, deliveries::hold);
                if (store.locked(member::leftToOthers)) {
                    dispatcher.signal();
                }
                if (step.isEmpty()) {
                    return;
                }
                carryOut(step.get());
            }
        } finally {
            taking.unlock();
        }
    }

    private void carryOut(Step step) {
        if (step instanceof Step.Deliver deliver) {
            start(deliver);
            return;
        }
        try {
            if (step instanceof Step.GiveUp giveUp) {
                settling.giveUp(giveUp.lease(), giveUp.reason());
                // Whoever consumes the dead letters may have looked before.
                dispatcher.signal();
            } else if (step instanceof Step.Unhandled nobodys) {
                settling.unhandled(nobodys.lease(), nobodys.event(), unhandled);
                dispatcher.signal();
            } else if (step instanceof Step.Skipped skipped) {
                notices.skipped(skipped.id());
            }
        } finally {
            store.released();
        }
    }

    private void start(Step.Deliver deliver) {
        if (!deliveries.start(deliver.lease()) && deliveries.slots.lacksThreads()) {
            // There is room and no thread: asking the factory again at once would spin.
            noStartBefore = System.nanoTime() + START_PAUSE_NANOS;
            dispatcher.tryAgainSoon();
        }
    }

    private void slotFreed() {
        if (!closed && HandlerThreads.isOneOf(store)) {
            Instant now = store.now();
            take();
            // The dispatcher knows of no later retry where it last looked while an earlier one waited for this slot.
            dueAfter(now).ifPresent(dispatcher::wakeBy);
        } else {
            dispatcher.signal();
        }
    }

    @Override
    public boolean isHungry() {
        return deliveries.slots.free() > 0;
    }

    @Override
    public boolean hasWork() {
        return isTaking() && member.hasWork(store.now());
    }

    private boolean isTaking() {
        return !deliveries.slots.isPaused() && !closed;
    }

    @Override
    public boolean isToDeliver(EntryId id) {
        if (pulled) {
            return false;
        }
        Optional<InHand> current = deliveries.of(id);
        if (current.isPresent()) {
            return current.get().lease.deliveries() == 1 && !current.get().isAwaitingSettling();
        }
        return isTaking() && member.isToCome(id) && deliveries.hasSlotInSight();
    }

    @Override
    public void pause() {
        deliveries.slots.pause();
        store.changed();
    }

    @Override
    public void resume() {
        deliveries.slots.resume();
        dispatcher.signal();
    }

    @Override
    public boolean awaitIdle(Duration timeout) {
        return deliveries.slots.awaitIdle(timeout);
    }

    @Override
    public void close() {
        end();
        store.locked(() -> {
            member.leave();
            return member;
        });
        // What waited may be others' now.
        dispatcher.signal();
        store.changed();
    }

    @Override
    public void die() {
        abandon();
    }

    @Override
    public void leaveRunning() {
        int running = abandon();
        if (running > 0) {
            notices.left(running);
        }
    }

    private int abandon() {
        taking.lock();
        try {
            end();
            store.locked(() -> {
                member.die(store.now());
                return member;
            });
        } finally {
            taking.unlock();
        }
        int running = deliveries.die();
        dispatcher.remove(this);
        store.changed();
        return running;
    }

    private void end() {
        closed = true;
        deliveries.slots.close();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isOver() {
        return closed && deliveries.isEmpty();
    }

    @Override
    public String toString() {
        return "Subscription[topic=" + topic + ", group=" + group + "]";
    }
}
