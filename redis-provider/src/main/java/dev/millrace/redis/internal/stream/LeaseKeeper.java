package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import dev.millrace.redis.internal.policy.Lease;
import org.jspecify.annotations.Nullable;

/**
 * The one timer of a broker: renews leases in time and names more often, and all of them at once when an outage is
 * over.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a turn throws nothing
final class LeaseKeeper implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(LeaseKeeper.class.getName());

    private final Lease lease;
    private final Outage outage;
    private final Duration namesEvery;
    private final List<Runnable> names = new CopyOnWriteArrayList<>();
    private final List<Runnable> leases = new CopyOnWriteArrayList<>();
    private final Set<Runnable> unlessClosed = ConcurrentHashMap.newKeySet();
    private @Nullable ScheduledThreadPoolExecutor timer;
    private boolean closed;
    private boolean againSoon;
    private int failures;

    LeaseKeeper(Lease lease, Outage outage) {
        this(lease, outage, ConsumerName.TOKEN_RENEWED);
    }

    /** With a pace of its own for names. */
    LeaseKeeper(Lease lease, Outage outage, Duration namesEvery) {
        this.lease = lease;
        this.namesEvery = namesEvery;
        this.outage = outage;
        outage.whenOver(this::tendSoon);
    }

    /** Has something seen to three times a lease, from now on. It may throw {@link StreamFailure}. */
    synchronized void add(Runnable duty) {
        if (closed) {
            return;
        }
        leases.add(duty);
        if (timer == null) {
            ScheduledThreadPoolExecutor started =
                    new ScheduledThreadPoolExecutor(1, Threads.daemon("millrace-redis-leases"));
            started.setRemoveOnCancelPolicy(true);
            long period = lease.renewEvery().toMillis();
            started.scheduleWithFixedDelay(this::tend, period, period, TimeUnit.MILLISECONDS);
            if (namesEvery.compareTo(lease.renewEvery()) < 0) {
                long shorter = namesEvery.toMillis();
                started.scheduleWithFixedDelay(this::tendNames, shorter, shorter, TimeUnit.MILLISECONDS);
            }
            timer = started;
        }
    }

    /** Has a name kept or freed, whose token on the server may be shorter than a lease, from the first {@link #add} on. */
    void addName(Runnable duty) {
        names.add(duty);
    }

    void remove(Runnable duty) {
        names.remove(duty);
        leases.remove(duty);
    }

    private void tend() {
        if (tendNames() && tend(leases)) {
            succeeded();
        }
    }

    private boolean tendNames() {
        return tend(names);
    }

    /** Whether the server could be asked. */
    private boolean tend(List<Runnable> duties) {
        for (Runnable duty : duties) {
            try {
                duty.run();
            } catch (StreamFailure.Closed e) {
                return false;
            } catch (StreamFailure e) {
                outage.failed(e);
                tendAgain();
                return false;
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "Renewing leases failed; it is tried again.", e);
            }
        }
        return true;
    }

    /** Half of a lease may be left, and the next turn be a third of it away. */
    private synchronized void tendAgain() {
        // One is enough, whatever the number of turns that fail before it.
        if (timer == null || closed || againSoon) {
            return;
        }
        againSoon = true;
        failures++;
        Duration pause =
                lease.renewAgainAfter(failures, ThreadLocalRandom.current().nextDouble());
        timer.schedule(
                () -> {
                    beginAgain();
                    tend();
                },
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private synchronized void beginAgain() {
        againSoon = false;
    }

    private synchronized void succeeded() {
        failures = 0;
    }

    /**
     * Does something after a pause.
     *
     * @param task must not block
     * @param instead done in its place where this is closed before; must not block either
     */
    void later(Duration pause, Runnable task, Runnable instead) {
        if (!isScheduled(pause, task, instead)) {
            instead.run();
        }
    }

    private synchronized boolean isScheduled(Duration pause, Runnable task, Runnable instead) {
        if (timer == null || closed) {
            return false;
        }
        unlessClosed.add(instead);
        Runnable either = () -> {
            if (unlessClosed.remove(instead)) {
                task.run();
            }
        };
        timer.schedule(either, pause.toMillis(), TimeUnit.MILLISECONDS);
        return true;
    }

    private synchronized void tendSoon() {
        if (timer == null || closed) {
            return;
        }
        try {
            timer.execute(this::tend);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "Closed meanwhile.", e);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (timer != null) {
                timer.shutdownNow();
            }
        }
        for (Runnable instead : List.copyOf(unlessClosed)) {
            if (unlessClosed.remove(instead)) {
                instead.run();
            }
        }
    }
}
