package dev.millrace.memory;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.millrace.BroadcastSubscription;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscription;
import dev.millrace.spi.PullConsumers;

/** What one replica has of its own: a name in its groups, subscriptions, and an end. */
final class Replica {

    /** For the dispatcher's thread, which waits for nothing, to be gone when close returns. */
    private static final Duration THREAD_END = Duration.ofSeconds(1);

    private enum State {
        OPEN,
        DRAINING,
        CLOSED,
        CRASHED
    }

    final String name;
    final PullConsumers pulls;
    private final ConsumerNames names;
    private final Store store;
    private final Dispatcher dispatcher;
    private final List<LocalSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final Object closing = new Object();
    private volatile State state = State.OPEN;

    Replica(Store store, Dispatcher dispatcher, String wantedName) {
        this.store = store;
        this.dispatcher = dispatcher;
        this.names = new ConsumerNames(store, wantedName);
        this.name = names.own;
        this.pulls = new PullConsumers(this::consumePulled, topic -> requireOpen(), store.settings.retryPolicy());
    }

    synchronized Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        requireTaking();
        return started(names.named(
                options,
                consumer -> new MemorySubscription(topic, options, handler, store, dispatcher, consumer, false)));
    }

    private synchronized Subscription consumePulled(String topic, ConsumerOptions options, DeliveryHandler handler) {
        requireTaking();
        return started(names.named(
                options,
                consumer -> new MemorySubscription(topic, options, handler, store, dispatcher, consumer, true)));
    }

    synchronized BroadcastSubscription subscribe(String topic, SubscriberOptions options, DeliveryHandler handler) {
        requireTaking();
        return started(new MemoryBroadcast(topic, options, handler, store, dispatcher));
    }

    private void requireTaking() {
        if (state != State.OPEN) {
            throw ended();
        }
    }

    private <S extends LocalSubscription> S started(S subscription) {
        subscriptions.removeIf(LocalSubscription::isOver);
        subscriptions.add(subscription);
        dispatcher.add(subscription);
        return subscription;
    }

    void requireOpen() {
        if (state == State.CLOSED || state == State.CRASHED) {
            throw ended();
        }
    }

    private IllegalStateException ended() {
        String how = switch (state) {
            case CRASHED -> "crashed";
            case DRAINING -> "closing";
            default -> "closed";
        };
        return new IllegalStateException("memory broker " + name + ": it is " + how + ". Use one that is open.");
    }

    boolean drain(Duration timeout) {
        return Subscription.drain(pulls.with(subscriptions), timeout);
    }

    void close() {
        // A second caller waits for the first, so that for both the broker is closed when close returns.
        synchronized (closing) {
            if (!move(State.OPEN, State.DRAINING)) {
                return;
            }
            try {
                // One that was drained and closed before had its time, which a hung handler must not get twice.
                Subscription.drain(
                        pulls.with(subscriptions.stream()
                                .filter(each -> !each.isClosed())
                                .toList()),
                        store.settings.shutdownTimeout());
            } finally {
                end();
            }
        }
    }

    private void end() {
        if (move(State.DRAINING, State.CLOSED)) {
            subscriptions.forEach(LocalSubscription::leaveRunning);
            names.release();
            dispatcher.awaitEnd(THREAD_END);
        }
    }

    void crash() {
        if (move(State.OPEN, State.CRASHED) || move(State.DRAINING, State.CRASHED)) {
            subscriptions.forEach(LocalSubscription::die);
            pulls.end();
            names.release();
        }
    }

    private synchronized boolean move(State from, State to) {
        boolean moves = state == from;
        if (moves) {
            state = to;
        }
        return moves;
    }

    @Override
    public String toString() {
        return name + ", " + state;
    }
}
