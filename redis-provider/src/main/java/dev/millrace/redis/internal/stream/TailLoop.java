package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

import dev.millrace.redis.internal.policy.EntryId;
import dev.millrace.redis.internal.policy.PageSize;
import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.policy.StreamExtent;
import dev.millrace.redis.internal.policy.TailPlan;
import dev.millrace.redis.internal.policy.TailPlan.Read;
import dev.millrace.redis.internal.policy.TailPlan.Seat;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;

/**
 * The reader of all broadcast subscribers: round after round it reads for those that are behind, and waits for
 * messages where nobody is. Nothing ends it but {@link #end}, and that there is nobody left.
 */
final class TailLoop implements Runnable {

    private static final System.Logger LOG = System.getLogger(TailLoop.class.getName());

    /** A reader is woken within a few round trips; one that is not is behind a dead connection. */
    private static final Duration WOKEN_WITHIN = Duration.ofMillis(300);

    private final Shared shared;
    private final StreamCommands commands;
    private final List<TailSubscription> subscriptions = new CopyOnWriteArrayList<>();
    private final Predicate<TailLoop> mayEnd;
    private final TailReads reads;
    private final StoppedTopics stopped = new StoppedTopics();
    private final PageSize pageSize;
    private final Signal change = new Signal();
    private final Closing stop = new Closing();
    private final Thread thread;
    private final Map<String, Long> lookedAt = new HashMap<>();

    /**
     * A loop that is not started yet.
     *
     * @param mayEnd whether it ends, asked when there is nobody left
     */
    TailLoop(Shared shared, Predicate<TailLoop> mayEnd) {
        this.shared = shared;
        this.commands = shared.commands();
        this.mayEnd = mayEnd;
        this.reads = commands.tailReads();
        this.pageSize = new PageSize(shared.batchSize());
        this.thread = Threads.daemon("millrace-redis-broadcast").newThread(this);
    }

    void start() {
        thread.start();
    }

    /** Reads for one more from now on. Any thread. */
    void add(TailSubscription subscription) {
        subscriptions.add(subscription);
        wake();
    }

    /** Any thread. */
    void remove(TailSubscription subscription) {
        subscriptions.remove(subscription);
    }

    /** Any thread. */
    boolean isEmpty() {
        return subscriptions.isEmpty();
    }

    /** Whom it reads for now. Any thread. */
    List<TailSubscription> subscriptions() {
        return List.copyOf(subscriptions);
    }

    @Override
    public void run() {
        int failures = 0;
        while (goesOn()) {
            try {
                step();
                failures = 0;
            } catch (Closed e) {
                stop.begin();
            } catch (StreamFailure e) {
                shared.outage().failed(e);
                pause(++failures);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "Broadcast: an unexpected failure; it is gone on after a pause.", e);
                pause(++failures);
            }
        }
        reads.close();
    }

    private boolean goesOn() {
        subscriptions.removeIf(TailSubscription::isOver);
        return !stop.hasBegun() && !(isEmpty() && mayEnd.test(this));
    }

    private void pause(int failures) {
        stop.awaitFor(
                ReconnectBackoff.pause(failures, ThreadLocalRandom.current().nextDouble()));
    }

    private void step() {
        subscriptions.forEach(TailSubscription::pump);
        subscriptions.stream()
                .filter(each -> each.reached().isEmpty() && stopped.admits(each.key()))
                .forEach(each -> stopped.tried(each.key(), () -> each.place(commands.extent(each.key()))));
        TailPlan<TailSubscription> plan = TailPlan.of(subscriptions.stream()
                .filter(each -> each.reached().isPresent() && stopped.admits(each.key()) && each.hasRoom())
                .map(each -> new Seat<>(each, each.key(), each.reached().orElseThrow()))
                .toList());
        if (plan.isEmpty()) {
            change.await(shared.blockFor());
        } else {
            carryOut(plan);
            shared.outage().worked();
        }
    }

    private void carryOut(TailPlan<TailSubscription> plan) {
        plan.behind()
                .forEach(read -> stopped.tried(read.key(), () -> {
                    if (!readOne(read)) {
                        EntryId reached = plan.furthest(read.key());
                        read.subscribers().forEach(each -> each.catchUp(reached));
                    }
                }));
        Set<String> served;
        try {
            served = readAll(plan.ahead(), plan.behind().isEmpty() ? shared.blockFor() : Duration.ZERO);
        } catch (Refused e) {
            if (!StoppedTopics.concernsTopic(e)) {
                throw e;
            }
            // The error does not say which of them it is about.
            plan.ahead().forEach(read -> stopped.tried(read.key(), () -> readOne(read)));
            return;
        }
        plan.ahead().stream()
                .filter(read -> !served.contains(read.key()) && isTimeToLook(read.key()))
                .forEach(read -> stopped.tried(read.key(), () -> look(read)));
    }

    private boolean readOne(Read<TailSubscription> read) {
        return !readAll(List.of(read), Duration.ZERO).isEmpty();
    }

    /** Reads, and returns the streams of which something came. */
    private Set<String> readAll(List<Read<TailSubscription>> wanted, Duration block) {
        Map<String, EntryId> after = new LinkedHashMap<>();
        wanted.forEach(read -> after.put(read.key(), read.after()));
        Map<String, List<StreamEntry>> found = reads.read(after, pageSize.of(after.size()), block);
        for (Read<TailSubscription> read : wanted) {
            List<StreamEntry> entries = found.getOrDefault(read.key(), List.of());
            if (!entries.isEmpty()) {
                pageSize.learn(
                        entries.size(),
                        entries.stream().mapToLong(StreamEntry::size).sum());
                stopped.tried(read.key(), () -> give(read, entries));
            }
        }
        return found.keySet();
    }

    private void give(Read<TailSubscription> read, List<StreamEntry> entries) {
        List<EntryId> ids = entries.stream()
                .map(entry -> EntryId.read(entry.id()).orElseThrow())
                .toList();
        // After the read: what the stream still holds now was not trimmed before it either.
        StreamExtent extent = commands.extent(read.key());
        read.subscribers().forEach(each -> each.take(entries, ids, extent));
    }

    private boolean isTimeToLook(String key) {
        Long at = lookedAt.get(key);
        return at == null || System.nanoTime() - at >= shared.blockFor().toNanos();
    }

    private void look(Read<TailSubscription> read) {
        lookedAt.put(read.key(), System.nanoTime());
        StreamExtent extent = commands.extent(read.key());
        read.subscribers().forEach(each -> each.look(extent));
    }

    /** Has it look again at who has room. Any thread. */
    void wake() {
        change.give();
        reads.wake();
    }

    /** Ends it and waits for that, unless it is told so by its own thread. */
    void end() {
        stop.begin();
        wake();
        await();
        if (thread.isAlive()) {
            reads.close();
            await();
        }
    }

    private void await() {
        if (Thread.currentThread() == thread) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(WOKEN_WITHIN.toMillis());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
