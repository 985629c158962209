package dev.millrace.tck;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import dev.millrace.BrokerMessage;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import org.jspecify.annotations.Nullable;

/**
 * A handler that remembers what it was given, does with it what the test asked for, and can be waited for.
 * What is waited for in vain fails the test with what was awaited and what was seen. Thread-safe.
 */
public final class RecordingHandler implements DeliveryHandler {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private record Rule(Predicate<BrokerMessage> which, DeliveryHandler reaction) {}

    private final String name;
    private final Clock clock;
    private final Duration patience;
    private final List<Rule> rules = new ArrayList<>();
    private final List<Seen> seen = new ArrayList<>();
    private final ReentrantLock lock;
    private final Condition changed;
    private DeliveryHandler otherwise = Reactions.returning();
    private int inHand;
    private int mostInHand;

    RecordingHandler(String name, Bell bell, Clock clock, Duration patience) {
        this.name = name;
        this.lock = bell.lock();
        this.changed = bell.rung();
        this.clock = clock;
        this.patience = patience;
    }

    /** Reacts so to messages of this text. An earlier rule goes before a later one. */
    public RecordingHandler on(String text, DeliveryHandler reaction) {
        return on(message -> Seen.textOf(message).equals(text), reaction);
    }

    /** Reacts so to these messages. An earlier rule goes before a later one. */
    public RecordingHandler on(Predicate<BrokerMessage> which, DeliveryHandler reaction) {
        lock.lock();
        try {
            rules.add(new Rule(which, reaction));
            return this;
        } finally {
            lock.unlock();
        }
    }

    /** Reacts so to messages that no rule speaks of; otherwise it returns normally. */
    public RecordingHandler otherwise(DeliveryHandler reaction) {
        lock.lock();
        try {
            otherwise = reaction;
            return this;
        } finally {
            lock.unlock();
        }
    }

    @Override
    @SuppressWarnings("NullAway") // A reaction may break the rule against null stages: a promise speaks of that.
    public CompletionStage<?> handle(Delivery delivery) throws Exception {
        Seen now = new Seen(delivery.message(), Thread.currentThread(), clock.instant());
        DeliveryHandler reaction = started(now);
        CompletionStage<?> stage = null;
        try {
            stage = reaction.handle(delivery);
            return stage == null ? null : stage.whenComplete((value, failure) -> ended(now));
        } finally {
            if (stage == null) {
                ended(now);
            }
        }
    }

    private DeliveryHandler started(Seen now) {
        lock.lock();
        try {
            seen.add(now);
            inHand++;
            mostInHand = Math.max(mostInHand, inHand);
            changed.signalAll();
            return rules.stream()
                    .filter(rule -> rule.which.test(now.message()))
                    .map(Rule::reaction)
                    .findFirst()
                    .orElse(otherwise);
        } finally {
            lock.unlock();
        }
    }

    private void ended(Seen now) {
        lock.lock();
        try {
            now.end(clock.instant());
            inHand--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Every delivery so far, in the order in which they started. */
    public List<Seen> seen() {
        lock.lock();
        try {
            return List.copyOf(seen);
        } finally {
            lock.unlock();
        }
    }

    /** Every delivery so far of messages of this text. */
    public List<Seen> seen(String text) {
        return seen().stream().filter(delivery -> delivery.text().equals(text)).toList();
    }

    /** The texts of every delivery so far, in the order in which they started. */
    public List<String> texts() {
        return seen().stream().map(Seen::text).toList();
    }

    /** How many messages it is working on now. */
    public int inHand() {
        lock.lock();
        try {
            return inHand;
        } finally {
            lock.unlock();
        }
    }

    /** How many messages it worked on at the same time, at most. */
    public int mostInHand() {
        lock.lock();
        try {
            return mostInHand;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until this many deliveries have ended, of whatever messages. */
    public List<Seen> awaitEnded(int deliveries) {
        await(deliveries + " deliveries to end", () -> countEnded(null) >= deliveries);
        return seen();
    }

    /** Waits until this many deliveries of messages of this text have ended, and returns the last of them. */
    public Seen awaitEnded(String text, int deliveries) {
        await(deliveries + " deliveries of \"" + text + "\" to end", () -> countEnded(text) >= deliveries);
        return seen(text).get(deliveries - 1);
    }

    /** Waits until a message of this text was handled once, and returns that first delivery. */
    public Seen awaitEnded(String text) {
        return awaitEnded(text, 1);
    }

    /** Waits until a message of this text has come in hand, and returns that first delivery. */
    public Seen awaitStarted(String text) {
        return awaitStarted(text, 1);
    }

    /** Waits until a message of this text has come in hand this many times, and returns the last of them. */
    public Seen awaitStarted(String text, int deliveries) {
        await(
                deliveries + " deliveries of \"" + text + "\" to start",
                () -> seen(text).size() >= deliveries);
        return seen(text).get(deliveries - 1);
    }

    /** Waits until it works on this many messages at the same time. */
    public void awaitInHand(int messages) {
        await(messages + " messages in hand at a time", () -> inHand() >= messages);
    }

    /** Waits until anything new was seen, but no longer than this. */
    void awaitChange(Duration longest) {
        lock.lock();
        try {
            int known = seen.size();
            long left = longest.toNanos();
            while (seen.size() == known && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for a condition, looked at whenever this handler or another of the same bench has seen something,
     * and now and then: what a broker counts tells nobody.
     */
    public void await(String what, BooleanSupplier condition) {
        lock.lock();
        try {
            long deadline = System.nanoTime() + patience.toNanos();
            while (!condition.getAsBoolean()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError(
                            name + " awaited " + what + " within " + patience + ". It saw " + seen + ".");
                }
                changed.awaitNanos(Math.min(left, LOOK_AGAIN.toNanos()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(name + " was interrupted while it awaited " + what + ".", e);
        } finally {
            lock.unlock();
        }
    }

    private long countEnded(@Nullable String text) {
        return seen.stream()
                .filter(delivery -> delivery.endedAt().isPresent())
                .filter(delivery -> text == null || delivery.text().equals(text))
                .count();
    }

    /** Its name in the test. */
    @Override
    public String toString() {
        return name;
    }
}
