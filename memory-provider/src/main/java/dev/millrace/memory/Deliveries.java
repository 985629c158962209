package dev.millrace.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import dev.millrace.AckMode;
import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import dev.millrace.memory.internal.EntryId;
import dev.millrace.memory.internal.Lease;
import dev.millrace.spi.HandlerRun;
import dev.millrace.spi.HandlerSlots;
import dev.millrace.spi.Outcome;

/** What one subscription has in hand: from the start of a delivery to everything that its end leads to. */
final class Deliveries {

    final HandlerSlots slots;
    private final String topic;
    private final ConsumerOptions options;
    private final DeliveryHandler handler;
    private final Store store;
    private final Dispatcher dispatcher;
    private final Settling settling;
    private final Notices notices;
    private final InHand.Limits limits;
    private final Map<BrokerMessage, InHand> inHand = new ConcurrentHashMap<>();

    Deliveries(
            String topic,
            ConsumerOptions options,
            DeliveryHandler handler,
            Store store,
            Dispatcher dispatcher,
            Settling settling,
            Notices notices,
            Runnable slotFreed) {
        this.topic = topic;
        this.options = options;
        this.handler = handler;
        this.store = store;
        this.dispatcher = dispatcher;
        this.settling = settling;
        this.notices = notices;
        this.limits = new InHand.Limits(
                store.settings.claimAfter(), options.maxRuntime().orElse(Duration.ZERO), store.settings.lease());
        String name = topic + "-" + options.group();
        this.slots = new HandlerSlots(
                name,
                options.concurrency(),
                options.ack(),
                this::call,
                new HandlerThreads(options.threads().orElseGet(() -> HandlerSlots.daemonThreads(name)), store),
                slotFreed);
    }

    /** Takes note of a delivery that is about to start. Only under the store's lock. */
    void hold(Lease lease) {
        BrokerMessage message = lease.entry().message(topic, lease.deliveries(), store.settings.codec(topic));
        inHand.put(message, new InHand(lease, message, limits));
    }

    /** Starts a delivery that is held, or hands it back where there is no slot; returns whether it started. */
    boolean start(Lease lease) {
        InHand current = inHand.values().stream()
                .filter(held -> held.lease == lease)
                .findAny()
                .orElseThrow();
        Optional<HandlerRun> run = slots.start(current.message, outcome -> settle(current, outcome));
        run.ifPresentOrElse(
                started -> {
                    current.runsAs(started);
                    dispatcher.wakeBy(current.next());
                },
                () -> settle(current, new Outcome.NotStarted()));
        return run.isPresent();
    }

    private CompletionStage<?> call(Delivery delivery) throws Exception {
        InHand current = inHand.get(delivery.message());
        if (current == null || !current.begin(store.now())) {
            throw new IllegalStateException("message " + delivery.message().id()
                    + ": its consumer has died before the handler began. Another one will get it.");
        }
        dispatcher.wakeBy(current.next());
        try {
            CompletionStage<?> stage = handler.handle(delivery);
            if (stage != null) {
                follow(current, stage);
            }
            return stage;
        } finally {
            current.leave();
            releaseIfOver(current);
            // A publish may have waited for this call to end, since the end of its stage is anybody's.
            store.changed();
        }
    }

    private void follow(InHand current, CompletionStage<?> stage) {
        stage.whenComplete((value, failure) -> {
            current.completeStage();
            if (failure == null && options.ack() == AckMode.MANUAL) {
                current.awaitSettling(store.now());
                dispatcher.signal();
            }
            releaseIfOver(current);
        });
        current.awaitStage();
    }

    private void settle(InHand current, Outcome outcome) {
        try {
            settling.settle(current.lease, outcome);
        } catch (Throwable failure) {
            settling.keepPending(current.lease);
            throw failure;
        } finally {
            current.settle();
            releaseIfOver(current);
            if (!(outcome instanceof Outcome.Done)) {
                // It is for later, and maybe for others.
                dispatcher.signal();
            }
        }
    }

    private void releaseIfOver(InHand current) {
        if (current.isOver()) {
            release(current);
        }
    }

    private boolean release(InHand current) {
        boolean released = inHand.remove(current.message) != null;
        if (released) {
            store.released();
        }
        return released;
    }

    /** Sees to what came due of what is in hand, and tells when something will be. */
    Instant tend(Instant now) {
        Instant next = Instant.MAX;
        for (InHand current : inHand.values()) {
            tend(current, now);
            next = current.next().isBefore(next) ? current.next() : next;
        }
        return next;
    }

    private void tend(InHand current, Instant now) {
        if (current.isSlow(now)) {
            notices.slow(current, limits.slowAfter());
        }
        current.lapse(now).ifPresent(at -> {
            store.locked(() -> {
                current.lease.lapse(at);
                return at;
            });
            // Others in the group may have looked before, and have a claim to come now.
            dispatcher.signal();
            if (!current.isAwaitingSettling()) {
                notices.lapsed(current, limits.maxRuntime());
            }
        });
        current.expire(now).ifPresent(HandlerRun::expire);
    }

    /** Ends all of them with the process: what becomes of them is ignored. Returns how many had begun. */
    int die() {
        int begun = 0;
        for (InHand current : inHand.values()) {
            Lease.Death death = current.end();
            store.locked(() -> {
                current.lease.die(store.now(), death);
                return death;
            });
            begun += release(current) && death == Lease.Death.RUNNING ? 1 : 0;
        }
        return begun;
    }

    boolean isEmpty() {
        return inHand.isEmpty();
    }

    /** The delivery of an entry, where it is in hand here. */
    Optional<InHand> of(EntryId id) {
        return inHand.values().stream()
                .filter(current -> current.lease.entry().id().equals(id))
                .findAny();
    }

    /** Whether a slot is free, or will be by nothing but the work of a handler's thread. */
    boolean hasSlotInSight() {
        // Counted in one pass: what is released meanwhile, outside the store's lock, must not look like no slot.
        return inHand.values().stream().filter(InHand::isOffThread).count() < options.concurrency();
    }
}
