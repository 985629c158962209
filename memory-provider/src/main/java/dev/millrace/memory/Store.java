package dev.millrace.memory;

import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.millrace.BrokerMessage;
import dev.millrace.DeadLetter.Reason;
import dev.millrace.OutgoingMessage;
import dev.millrace.PayloadCodec;
import dev.millrace.memory.internal.Entry;
import dev.millrace.memory.internal.EntryId;
import dev.millrace.memory.internal.Lease;
import dev.millrace.memory.internal.Member;
import dev.millrace.memory.internal.Step;
import dev.millrace.memory.internal.Topic;
import dev.millrace.spi.DeadLetterCopy;
import org.jspecify.annotations.Nullable;

/** The topics that the replicas of one broker share, and the lock over them: each step is one atomic step. */
final class Store {

    private record Published(String topic, Entry entry) {}

    private static final System.Logger LOG = System.getLogger(MemoryBroker.class.getName());

    /** Bounds what a publish waits for inline, should a handler wait for the publisher. */
    private static final Duration LONGEST_INLINE_WAIT = Duration.ofSeconds(15);

    final MemorySettings settings;
    final List<LocalSubscription> subscriptions = new CopyOnWriteArrayList<>();

    private final Clock clock;
    private final Trimming trimming;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<String, Topic> topics = new HashMap<>();
    private final ArrayDeque<Published> published = new ArrayDeque<>();
    private final Map<String, BooleanSupplier> consumerNames = new HashMap<>();
    private final AtomicInteger waiters = new AtomicInteger();
    private int inHand;

    Store(MemorySettings settings) {
        this.settings = settings;
        this.clock = settings.clock();
        this.trimming = new Trimming(settings);
    }

    <T> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }

    /** Only under the lock. */
    Topic topic(String name) {
        return topics.computeIfAbsent(name, ignored -> new Topic());
    }

    Instant now() {
        return clock.instant();
    }

    /**
     * Takes a name that no live consumer has: the one given, or with a number added.
     *
     * @param inUse whether it is still needed, asked under the lock
     */
    String takeConsumerName(String wanted, BooleanSupplier inUse) {
        return locked(() -> {
            consumerNames.values().removeIf(needed -> !needed.getAsBoolean());
            String name = wanted;
            for (int number = 2; consumerNames.putIfAbsent(name, inUse) != null; number++) {
                name = wanted + "-" + number;
            }
            return name;
        });
    }

    void releaseConsumerName(String name) {
        locked(() -> consumerNames.remove(name));
    }

    EntryId publish(OutgoingMessage message) {
        // Before the lock, since a codec is the application's.
        PayloadCodec codec = settings.codec(message.topic());
        byte[] payload = message.encode(codec);
        Map<String, String> headers = message.headersFor(codec);
        settings.retention(message.topic());
        EntryId published = locked(() -> {
            Topic topic = topic(message.topic());
            Instant now = now();
            Optional<EntryId> earlier = message.idempotencyKey()
                    .flatMap(key -> topic.publishedUnder(key, now, settings.idempotencyWindow()));
            return earlier.orElseGet(() -> append(topic, message, payload, headers));
        });
        trimming.tell();
        return published;
    }

    private EntryId append(Topic topic, OutgoingMessage message, byte[] payload, Map<String, String> headers) {
        Entry entry = append(message.topic(), message.event().orElse(null), payload, headers);
        message.idempotencyKey().ifPresent(key -> topic.remember(key, entry));
        if (settings.publishedLimit() > 0) {
            if (published.size() == settings.publishedLimit()) {
                published.removeFirst();
            }
            published.addLast(new Published(message.topic(), entry));
        }
        return entry.id();
    }

    /** Only under the lock. */
    Entry append(String topic, @Nullable String event, byte[] payload, Map<String, String> headers) {
        Entry entry = topic(topic).append(now(), event, payload, headers);
        trim(topic);
        return entry;
    }

    /** Only under the lock. */
    private void trim(String topic) {
        trimming.trim(topic, topic(topic), now());
    }

    long lost(String topic, String group) {
        return locked(() -> topic(topic).lost(group));
    }

    List<BrokerMessage> history(String topic, int count) {
        return locked(() -> topic(topic).newest(count).stream()
                .map(entry -> entry.message(topic, 1, settings.codec(topic)))
                .toList());
    }

    List<BrokerMessage> published() {
        return locked(() -> published.stream()
                .map(one -> one.entry().message(one.topic(), 1, settings.codec(one.topic())))
                .toList());
    }

    /**
     * Takes what is next for a member. It is in hand from then on, and until {@link #released}.
     *
     * @param delivers told of a delivery in the same step, so that nobody sees the entry in between
     */
    Optional<Step> take(Member member, Consumer<Lease> delivers) {
        return locked(() -> {
            Optional<Step> step = member.take(now());
            if (step.isPresent()) {
                inHand++;
                if (step.get() instanceof Step.Deliver deliver) {
                    delivers.accept(deliver.lease());
                }
            }
            signal();
            return step;
        });
    }

    /** Ends what {@link #take} began, after everything it led to. */
    void released() {
        locked(() -> {
            inHand--;
            signal();
            return null;
        });
    }

    Lease.Settled ack(String topic, Lease lease) {
        Lease.Settled acked = locked(() -> {
            Lease.Settled settled = lease.ack();
            trim(topic);
            return settled;
        });
        trimming.tell();
        return acked;
    }

    Lease.Settled fail(Lease lease, Instant now, @Nullable Instant wish) {
        return locked(() -> lease.fail(now, wish));
    }

    /** Copies the message to the dead-letter topic and acks it, both or neither. */
    Lease.Settled deadLetter(
            String topic, Lease lease, String group, String consumer, Reason reason, @Nullable Throwable failure) {
        Entry entry = lease.entry();
        BrokerMessage message = entry.message(topic, lease.deliveries(), settings.codec(topic));
        // Before the lock, since it asks the failure for its message, and so runs code of the application.
        Map<String, String> headers = DeadLetterCopy.headers(message, reason, group, consumer, failure, now());
        Lease.Settled ended = locked(() -> {
            Lease.Settled settled = lease.giveUp();
            if (settled == Lease.Settled.DONE) {
                append(settings.deadLetterTopic(topic), entry.event(), entry.payload(), headers);
                trim(topic);
            }
            return settled;
        });
        trimming.tell();
        return ended;
    }

    /** Wakes those in {@link #await}. Only under the lock. */
    private void signal() {
        if (waiters.get() > 0) {
            changed.signalAll();
        }
    }

    /** Wakes those in {@link #await}. */
    void changed() {
        // Whoever begins to wait from now on sees the change anyway.
        if (waiters.get() > 0) {
            locked(() -> {
                signal();
                return null;
            });
        }
    }

    /**
     * Waits for a condition on the state, which is asked under the lock.
     *
     * @return whether it came true in time; {@code false} at once where it would have to wait and the thread is
     *     interrupted
     */
    boolean await(BooleanSupplier condition, long nanos) {
        long left = nanos;
        lock.lock();
        waiters.incrementAndGet();
        try {
            while (!condition.getAsBoolean()) {
                if (left <= 0) {
                    return false;
                }
                left = changed.awaitNanos(left);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            waiters.decrementAndGet();
            lock.unlock();
        }
    }

    /** Whether a subscription has room for what was just published to the topic. */
    boolean isAwaited(String topic) {
        for (LocalSubscription subscription : subscriptions) {
            if (subscription.topic().equals(topic) && subscription.isHungry()) {
                return true;
            }
        }
        return false;
    }

    /** Waits until the first delivery of an entry to each group has ended, as far as it comes about by itself. */
    void awaitFirstDeliveries(String topic, EntryId id) {
        List<LocalSubscription> consumers = subscriptions.stream()
                .filter(subscription -> subscription.topic().equals(topic))
                .toList();
        boolean ended = await(
                () -> consumers.stream().noneMatch(consumer -> consumer.isToDeliver(id)),
                LONGEST_INLINE_WAIT.toNanos());
        if (!ended && !Thread.currentThread().isInterrupted()) {
            LOG.log(
                    Level.WARNING,
                    "topic {0}, message {1}: published inline, and its first delivery has not ended within {2}. The"
                            + " publish returns; use awaitIdle for the delivery.",
                    topic,
                    id,
                    LONGEST_INLINE_WAIT);
        }
    }

    /** Whether nothing is in hand, and nothing could be taken now. Only under the lock. */
    boolean isIdle() {
        return inHand == 0 && subscriptions.stream().noneMatch(LocalSubscription::hasWork);
    }
}
