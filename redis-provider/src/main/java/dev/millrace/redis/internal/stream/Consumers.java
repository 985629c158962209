package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

import dev.millrace.Codecs;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import dev.millrace.redis.internal.policy.Lease;

/** All consumers of one broker. Thread-safe. */
public final class Consumers {

    private static final System.Logger LOG = System.getLogger(Consumers.class.getName());

    /** Long enough for a group to be there when the server is, short enough to start an application without it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Shared shared;
    private final ConsumerNames names;
    private final List<RedisSubscription> subscriptions = new ArrayList<>();
    private final List<Ending> endings = new ArrayList<>();
    private final Map<List<String>, BitSet> numbers = new HashMap<>();
    private final Map<List<Object>, GroupReader> readers = new HashMap<>();
    private boolean closed;
    private boolean stuck;

    /**
     * What consumers go by.
     *
     * @param claimAfter zero for no claims
     */
    public record Rules(
            Optional<String> consumerName,
            RetryPolicy retry,
            Duration claimAfter,
            Duration blockFor,
            int batchSize,
            Trimming trimming) {}

    /** A closed one, whose place in the group no other may have while it has something in hand. */
    private record Ending(RedisSubscription subscription, Runnable leaving) {

        /** Whether the place is free now. */
        boolean isOver() {
            boolean over = subscription.isOver();
            if (over) {
                leaving.run();
            }
            return over;
        }
    }

    /** No consumers yet; nothing is opened. */
    public Consumers(StreamCommands commands, TopicKeys keys, Endpoint endpoint, Codecs codecs, Rules rules) {
        Lease lease = Lease.of(rules.claimAfter());
        Outage outage = new Outage(endpoint, lease);
        this.shared = new Shared(
                commands,
                keys,
                new ConsumerName(commands, keys, endpoint, rules.consumerName()),
                outage,
                new LeaseKeeper(lease, outage),
                new Closing(),
                codecs,
                rules.retry(),
                rules.claimAfter(),
                rules.blockFor(),
                rules.batchSize(),
                new AtomicLong(),
                rules.trimming());
        this.names = new ConsumerNames(shared, endpoint, rules.consumerName());
        shared.leaseKeeper().addName(this::freeEnded);
    }

    /** The broadcast subscribers of the same broker, which see the same outages; a new one each time. */
    public Tail tail() {
        return new Tail(shared);
    }

    /**
     * Starts a consumer.
     *
     * @throws IllegalStateException if closed
     * @throws IllegalArgumentException if what is configured for the topic is invalid
     */
    public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
        // What is configured badly is refused here, not found out by a thread.
        shared.trimming().cadence(topic);
        RedisSubscription subscription;
        synchronized (subscriptions) {
            if (closed) {
                throw new IllegalStateException("Consumer of " + topic + " in " + options.group()
                        + ": the broker is closed. Start consumers before.");
            }
            StreamGroup group = new StreamGroup(shared.keys().stream(topic), options.group());
            // A second one of the same name would run what the first has in hand.
            endings.removeIf(Ending::isOver);
            numbers.values().removeIf(BitSet::isEmpty);
            String name = names.given(options);
            BitSet taken = numbers.computeIfAbsent(List.of(group.key(), group.name(), name), first -> new BitSet());
            int number = taken.nextClearBit(1);
            taken.set(number);
            tellIfTaken(topic, options, name, number);
            subscription = start(topic, options, handler, names.join(name), number, () -> {
                taken.clear(number);
                names.leave(name);
            });
            subscriptions.add(subscription);
        }
        subscription.awaitStart(shared.outage().isGoing() ? Duration.ZERO : PATIENCE);
        return subscription;
    }

    private static void tellIfTaken(String topic, ConsumerOptions options, String name, int number) {
        if (number > 1 && !name.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "Topic " + topic + ", group " + options.group() + ": this broker has a consumer " + name
                            + " already; a number is added. Give each consumer a name of its own.");
        }
    }

    private RedisSubscription start(
            String topic, ConsumerOptions options, DeliveryHandler handler, Shared own, int number, Runnable leaving) {
        String suffix = number == 1 ? "" : "." + number;
        readers.values().removeIf(GroupReader::hasEnded);
        List<Object> lane = List.of(options.group(), suffix, own.name());
        while (true) {
            GroupReader reader = readers.computeIfAbsent(lane, first -> new GroupReader(own, options.group(), suffix));
            RedisSubscription subscription = new RedisSubscription(
                    own, topic, options, suffix, handler, reader, ended -> forget(ended, leaving));
            if (subscription.start()) {
                return subscription;
            }
            // Its last consumer has just left it.
            readers.remove(lane, reader);
        }
    }

    private void forget(RedisSubscription subscription, Runnable leaving) {
        synchronized (subscriptions) {
            if (!subscriptions.remove(subscription)) {
                return;
            }
            endings.add(new Ending(subscription, leaving));
            endings.removeIf(Ending::isOver);
            stuck |= !subscription.hasStopped();
        }
        names.freeUnused();
    }

    /** What was closed with something in hand frees its name when that is settled. */
    private void freeEnded() {
        synchronized (subscriptions) {
            endings.removeIf(Ending::isOver);
        }
        names.freeUnused();
    }

    private List<GroupReader> readers() {
        synchronized (subscriptions) {
            return List.copyOf(readers.values());
        }
    }

    private List<RedisSubscription> all() {
        synchronized (subscriptions) {
            return List.copyOf(subscriptions);
        }
    }

    /** The consumers now, with those that were closed but have something in hand: it is to be settled too. */
    public List<? extends Subscription> subscriptions() {
        return with(ended -> true);
    }

    /**
     * The consumers that nobody has waited for: a hung handler of one that was closed had its time, and must not get
     * it twice. What such a one has finished is acked if the server answers.
     */
    public List<? extends Subscription> notWaitedFor() {
        boolean answers = !shared.outage().isGoing();
        return with(ended -> answers && ended.hasFinished());
    }

    private List<RedisSubscription> with(Predicate<RedisSubscription> closedOnes) {
        synchronized (subscriptions) {
            endings.removeIf(Ending::isOver);
            List<RedisSubscription> all = new ArrayList<>(subscriptions);
            endings.stream().map(Ending::subscription).filter(closedOnes).forEach(all::add);
            return all;
        }
    }

    /** Starts no consumer any more. */
    public void refuseMore() {
        synchronized (subscriptions) {
            closed = true;
        }
    }

    /** Lets go of everything but the connection; what is in hand stays pending. */
    public void close() {
        refuseMore();
        readers().forEach(GroupReader::awaitEnd);
        shared.closing().begin();
        shared.leaseKeeper().close();
        // The end must not wait for a server that does not answer; the name's token runs out by itself.
        names.freeAll(!shared.outage().isGoing() && !isStuck());
    }

    private boolean isStuck() {
        synchronized (subscriptions) {
            return stuck;
        }
    }

    /** Ends everything as the death of the process would. */
    public void abandon() {
        refuseMore();
        shared.closing().begin();
        shared.leaseKeeper().close();
        all().forEach(RedisSubscription::abandon);
        readers().forEach(GroupReader::abandon);
        readers().forEach(GroupReader::awaitEnd);
        names.freeAll(false);
    }
}
