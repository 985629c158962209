package dev.millrace;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ThreadFactory;

import org.jspecify.annotations.Nullable;

/**
 * How a topic is consumed: the group and what differs from the broker's defaults. Immutable; each method
 * with an argument returns a changed copy, and refuses a bad value with {@link IllegalArgumentException}.
 */
public final class ConsumerOptions {

    private String group;
    private @Nullable String consumer;
    private int concurrency = 1;
    private StartAt startAt = StartAt.AUTO;
    private AckMode ack = AckMode.AUTO;
    private Set<Class<? extends Throwable>> deadLetterOn = Set.of();
    private @Nullable Integer maxDeliveries;
    private @Nullable Duration retryAfter;
    private @Nullable Duration maxRuntime;
    private @Nullable ThreadFactory threads;
    private @Nullable String orderedBy;
    private Set<String> events = Set.of();
    private Unhandled unhandled = Unhandled.ACK;

    private ConsumerOptions(String group) {
        this.group = group;
    }

    private ConsumerOptions(ConsumerOptions other) {
        this.group = other.group;
        this.consumer = other.consumer;
        this.concurrency = other.concurrency;
        this.startAt = other.startAt;
        this.ack = other.ack;
        this.deadLetterOn = other.deadLetterOn;
        this.maxDeliveries = other.maxDeliveries;
        this.retryAfter = other.retryAfter;
        this.maxRuntime = other.maxRuntime;
        this.threads = other.threads;
        this.orderedBy = other.orderedBy;
        this.events = other.events;
        this.unhandled = other.unhandled;
    }

    /** The defaults, for a group. The name must not be blank. */
    public static ConsumerOptions group(String group) {
        return new ConsumerOptions(Require.notBlank("group", group));
    }

    /**
     * The consumer's name in its groups, by which it gets back what it left unsettled, after a restart too; without
     * it, the broker's own. A name is one process's: where another live one has it, a number is added with a WARNING.
     * It is free again when the consumer is closed and has nothing in hand. Not blank, nor beginning with {@code ~}:
     * such names are for brokers themselves.
     */
    public ConsumerOptions consumer(String name) {
        if (Require.notBlank("consumer", name).startsWith("~")) {
            throw new IllegalArgumentException(
                    "consumer: a name must not begin with ~ (was \"" + name + "\"). Give another.");
        }
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.consumer = name;
        return copy;
    }

    /** How many messages are worked on at the same time, 1 or more. */
    public ConsumerOptions concurrency(int messages) {
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.concurrency = Require.atLeast("concurrency", 1, messages);
        return copy;
    }

    /**
     * The header whose value is a message's key: messages of one key are handled one at a time and in the
     * topic's order, whatever the concurrency, and one that failed holds those behind it back until it is
     * handled or a dead letter. Holds within a subscription: replicas share a topic message by message, and one
     * that had failed or was in hand when an earlier subscription ended comes in its own time, and holds nothing
     * back. Messages without the header are handled as they come. A handler that settles by hand and works on lets
     * the next of its key begin meanwhile.
     */
    public ConsumerOptions orderedBy(String header) {
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.orderedBy = Require.notBlank("orderedBy", header);
        return copy;
    }

    /**
     * The names of the events that the handler is for; empty for the whole topic. A message of another event
     * is left to a live member of the group that handles it. Where there is none, it is {@link #unhandled}.
     */
    public ConsumerOptions events(Set<String> names) {
        ConsumerOptions copy = new ConsumerOptions(this);
        Require.notNull("events", names).forEach(name -> Require.notBlank("a name of events", name));
        copy.events = Set.copyOf(names);
        return copy;
    }

    /** What becomes of a message whose event no live member of the group handles. */
    public ConsumerOptions unhandled(Unhandled fate) {
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.unhandled = Require.notNull("unhandled", fate);
        return copy;
    }

    /** Where the group starts when it does not exist yet. */
    public ConsumerOptions startAt(StartAt position) {
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.startAt = Require.notNull("startAt", position);
        return copy;
    }

    /** Who settles a delivery. */
    public ConsumerOptions ack(AckMode mode) {
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.ack = Require.notNull("ack", mode);
        return copy;
    }

    /** Failures (they or a cause of theirs) that make the message a dead letter at once. */
    public ConsumerOptions deadLetterOn(Set<Class<? extends Throwable>> failures) {
        ConsumerOptions copy = new ConsumerOptions(this);
        Require.notNull("deadLetterOn", failures)
                .forEach(failure -> Require.notNull("a class of deadLetterOn", failure));
        copy.deadLetterOn = Set.copyOf(failures);
        return copy;
    }

    /** How many times the handler runs for a message at most, 1 or more. */
    public ConsumerOptions maxDeliveries(int deliveries) {
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.maxDeliveries = Require.atLeast("maxDeliveries", 1, deliveries);
        return copy;
    }

    /** The gap after the first failure, 365 days at most; zero retries at once. */
    public ConsumerOptions retryAfter(Duration gap) {
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.retryAfter = Require.notNegative("retryAfter", gap);
        return copy;
    }

    /**
     * How long the lease of one delivery is renewed; without it, for as long as the handler runs. Above zero, and 365
     * days at most.
     */
    public ConsumerOptions maxRuntime(Duration limit) {
        if (Require.notNegative("maxRuntime", limit).isZero()) {
            throw new IllegalArgumentException(
                    "maxRuntime: must be longer than zero (was PT0S). Leave it out for no limit.");
        }
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.maxRuntime = limit;
        return copy;
    }

    /** The factory of the handler's threads; without it they are daemon threads of the broker's own. */
    public ConsumerOptions threads(ThreadFactory factory) {
        ConsumerOptions copy = new ConsumerOptions(this);
        copy.threads = Require.notNull("threads", factory);
        return copy;
    }

    /** The group. */
    public String group() {
        return group;
    }

    /** The consumer's name, where it differs from the broker's own. */
    public Optional<String> consumer() {
        return Optional.ofNullable(consumer);
    }

    /** How many messages are worked on at the same time. */
    public int concurrency() {
        return concurrency;
    }

    /** The header by whose value messages are kept in order, where there is one. */
    public Optional<String> orderedBy() {
        return Optional.ofNullable(orderedBy);
    }

    /** The events that the handler is for, unmodifiable; empty for the whole topic. */
    public Set<String> events() {
        return events;
    }

    /** What becomes of a message whose event nobody handles. */
    public Unhandled unhandled() {
        return unhandled;
    }

    /** Where a new group starts. */
    public StartAt startAt() {
        return startAt;
    }

    /** Who settles a delivery. */
    public AckMode ack() {
        return ack;
    }

    /** Failures that make the message a dead letter at once, unmodifiable. */
    public Set<Class<? extends Throwable>> deadLetterOn() {
        return deadLetterOn;
    }

    /** The allowance of deliveries, where it differs from the broker's default. */
    public OptionalInt maxDeliveries() {
        return maxDeliveries == null ? OptionalInt.empty() : OptionalInt.of(maxDeliveries);
    }

    /** The gap after the first failure, where it differs from the broker's default. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /** How long a lease is renewed, where it is limited. */
    public Optional<Duration> maxRuntime() {
        return Optional.ofNullable(maxRuntime);
    }

    /** The factory of the handler's threads, where one was given. */
    public Optional<ThreadFactory> threads() {
        return Optional.ofNullable(threads);
    }

    /** The policy in force: these options over a broker's defaults. */
    public RetryPolicy retryPolicy(RetryPolicy defaults) {
        return new RetryPolicy(
                maxDeliveries == null ? defaults.maxDeliveries() : maxDeliveries,
                retryAfter == null ? defaults.retryAfter() : retryAfter);
    }
}
