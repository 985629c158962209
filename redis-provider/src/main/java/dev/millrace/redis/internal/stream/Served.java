package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.policy.Remedy;

/**
 * A consumer as its reader sees it: whether its topic can be served, and when to look again where it cannot.
 * What is wrong with one topic is kept to it.
 */
final class Served {

    private static final System.Logger LOG = System.getLogger(Served.class.getName());

    final GroupConsumer consumer;
    final Turns turns;
    private final CountDownLatch tried = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);
    private volatile boolean leaving;
    private int failures;
    private long lookAgainAt;
    private boolean groupLost;
    private boolean stopped;

    Served(GroupConsumer consumer, Turns turns) {
        this.consumer = consumer;
        this.turns = turns;
    }

    /** Whether its topic was in trouble when it was looked at last. */
    boolean isTroubled() {
        return failures > 0;
    }

    /** Whether something is to be done for it now. */
    boolean isInTurn() {
        return !leaving && lookAgainIn().isZero();
    }

    /** How long its topic is left alone; zero for not at all. */
    private Duration lookAgainIn() {
        long left = failures == 0 ? 0 : lookAgainAt - System.nanoTime();
        return Duration.ofNanos(Math.max(0, left));
    }

    /** Whether it takes part: with one that came in the middle of a round that begins with the next. */
    boolean isReady() {
        return isInTurn() && consumer.isJoined();
    }

    /** How long its reader may wait for messages. */
    Duration mayWait() {
        Duration alone = lookAgainIn();
        return isReady() ? consumer.mayWait() : alone;
    }

    /** Joins or finds the group again, and does what is to be done besides reading; whether it has just joined. */
    boolean tend() {
        boolean joined = consumer.join();
        if (groupLost) {
            consumer.recover();
            groupLost = false;
            turns.startOver();
        }
        consumer.tend();
        return joined;
    }

    void tried() {
        tried.countDown();
    }

    /** Something went wrong with this topic alone. */
    void trouble(StreamFailure failure) {
        failures++;
        boolean lost = failure.remedy() == Remedy.RECOVER_GROUP;
        groupLost |= lost;
        turns.due(Duration.ZERO);
        if (!lost) {
            stop(failure);
        }
        pauseUnlessFirst(lost);
    }

    /** A lost group is looked for at once, the first time. */
    private void pauseUnlessFirst(boolean lost) {
        Duration pause = lost && failures == 1
                ? Duration.ZERO
                : ReconnectBackoff.pause(failures, ThreadLocalRandom.current().nextDouble());
        lookAgainAt = System.nanoTime() + pause.toNanos();
    }

    private void stop(StreamFailure failure) {
        turns.startOver();
        if (!stopped) {
            stopped = true;
            String advice = failure.remedy() == Remedy.STOP_TOPIC
                    ? ". Give the right, which ACL LOG on the server names, or remove what is in the key's place."
                    : ".";
            LOG.log(
                    Level.ERROR,
                    consumer + ": cannot be served, and is looked at again from time to time: " + failure.getMessage()
                            + advice);
        }
    }

    /** Something went wrong that nobody thought of. */
    void unexpected(Throwable failure) {
        failures++;
        LOG.log(Level.ERROR, consumer + ": an unexpected failure; it is gone on after a pause.", failure);
        pauseUnlessFirst(false);
    }

    /**
     * What was tried worked. Served again not before both a pass and a read worked: one that is refused would
     * tell each time that the other is not.
     */
    void worked() {
        failures = 0;
        if (stopped && turns.hadBoth()) {
            stopped = false;
            LOG.log(Level.INFO, consumer + ": is served again.");
        }
    }

    /** Waits until the first attempt to join the group has ended, however it did. */
    void awaitFirstTry(Duration limit) {
        try {
            if (!tried.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.log(Level.DEBUG, consumer + ": is not there yet.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** It is to be let go. Any thread. */
    void leave() {
        leaving = true;
    }

    boolean isLeaving() {
        return leaving;
    }

    void gone() {
        tried.countDown();
        gone.countDown();
    }

    boolean isGone() {
        return gone.getCount() == 0;
    }

    /** Waits until it was let go; an interrupt is kept for later. */
    boolean awaitGone(Duration limit) {
        boolean interrupted = Thread.interrupted();
        try {
            return gone.await(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            return isGone();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
