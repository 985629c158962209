package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;

import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;

/**
 * The one reader of a group, for all its topics: on one connection it waits for the messages of all of them,
 * and between two reads it looks after each. What is wrong with one topic stops that one; what is wrong with
 * the server or the way to it pauses all. It ends when its last consumer has left.
 */
final class GroupReader implements Runnable {

    private static final System.Logger LOG = System.getLogger(GroupReader.class.getName());

    /** A reader is woken within a few round trips; one that is not is behind a dead connection. */
    private static final Duration WOKEN_WITHIN = Duration.ofMillis(300);

    /** The same once one was not: the end of many readers must not take that long for each. */
    private static final Duration WOKEN_WITHIN_IF_SILENT = Duration.ofMillis(30);

    private final String group;
    private final Shared shared;
    private final GroupReads reads;
    private final List<Served> all = new CopyOnWriteArrayList<>();
    private final Signal change = new Signal();
    private final Rounds rounds;
    private final Thread thread;
    private volatile boolean abandoned;
    private volatile boolean stuck;
    private volatile boolean cut;
    private boolean ended;
    private int failures;
    private long pausedUntil = System.nanoTime();

    GroupReader(Shared shared, String group, String nameSuffix) {
        this.group = group;
        this.shared = shared;
        this.reads = shared.commands().reads();
        this.rounds = new Rounds(shared, group, reads, all, change);
        this.thread = Threads.daemon("millrace-redis-" + group + nameSuffix).newThread(this);
    }

    /** Serves one more from now on; false where it has ended. Any thread. */
    synchronized boolean add(Served served) {
        if (ended) {
            return false;
        }
        all.add(served);
        if (thread.getState() == Thread.State.NEW) {
            thread.start();
        }
        wake();
        return true;
    }

    /** Whether it serves nobody any more. Any thread. */
    synchronized boolean hasEnded() {
        return ended;
    }

    /** There is something to look at. Any thread; never blocks. */
    void wake() {
        change.give();
        reads.wake();
    }

    /** Lets one go, and waits for that unless the server does not answer. Any thread. */
    void remove(Served served) {
        served.leave();
        wake();
        if (Thread.currentThread() == thread || stuck) {
            return;
        }
        if (shared.outage().isSilent()) {
            stuck = !served.awaitGone(WOKEN_WITHIN_IF_SILENT);
        } else if (!served.awaitGone(WOKEN_WITHIN)) {
            cut = true;
            cut = reads.cut();
            stuck = !served.awaitGone(WOKEN_WITHIN);
        }
        if (stuck) {
            shared.outage().silent();
        }
    }

    /** Ends as the death of the process would: nothing is handed back. Any thread. */
    void abandon() {
        abandoned = true;
        reads.close();
        wake();
    }

    /** Waits a moment for its thread to end. Any thread. */
    void awaitEnd() {
        boolean interrupted = Thread.interrupted();
        try {
            thread.join(stuck ? 1 : WOKEN_WITHIN.toMillis());
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void run() {
        while (!abandoned && letGo()) {
            stuck = false;
            reads.listen();
            change.clear();
            try {
                Duration pause = Duration.ofNanos(pausedUntil - System.nanoTime());
                if (pause.isNegative() || pause.isZero()) {
                    rounds.next();
                    prove();
                    failures = 0;
                } else {
                    change.await(pause);
                }
            } catch (Closed e) {
                break;
            } catch (StreamFailure e) {
                failed(e);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, this + ": an unexpected failure; it is gone on after a pause.", e);
                pause();
            }
        }
        end();
    }

    /** With all paused nothing else would be asked of the server, and an outage that was noticed never end. */
    private void prove() {
        if (shared.outage().isGoing() && shared.name().keepNow()) {
            shared.outage().worked();
        }
    }

    /** An outage that is over but for the proof must not keep from handing over. */
    private void proveOnce() {
        if (stuck) {
            return;
        }
        try {
            prove();
        } catch (StreamFailure e) {
            LOG.log(Level.DEBUG, "The server is not back yet.", e);
        }
    }

    private void failed(StreamFailure failure) {
        // What was left unfinished is looked at without waiting for messages first.
        all.forEach(served -> served.turns.due(Duration.ZERO));
        if (cut && failure instanceof ReplyLost) {
            // Our own doing says nothing of the server.
            cut = false;
            return;
        }
        shared.outage().failed(failure);
        all.forEach(Served::tried);
        pause();
    }

    private void pause() {
        failures++;
        Duration pause =
                ReconnectBackoff.pause(failures, ThreadLocalRandom.current().nextDouble());
        pausedUntil = System.nanoTime() + pause.toNanos();
    }

    /** Lets those go that leave; whether any is left. */
    private boolean letGo() {
        for (Served served : all) {
            if (served.isLeaving()) {
                letGo(served);
            }
        }
        synchronized (this) {
            ended = all.isEmpty();
            return !ended;
        }
    }

    private void letGo(Served served) {
        try {
            if (!abandoned) {
                proveOnce();
                served.consumer.leave();
            }
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, served.consumer + ": an unexpected failure when it was left.", e);
        } finally {
            all.remove(served);
            served.gone();
        }
    }

    private void end() {
        reads.close();
        synchronized (this) {
            ended = true;
        }
        all.forEach(this::letGo);
    }

    /** What log lines begin with. */
    @Override
    public String toString() {
        return "Group " + group;
    }
}
