package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.policy.RepairCadence;
import dev.millrace.redis.internal.policy.RepairCadence.Standing;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import org.jspecify.annotations.Nullable;

/**
 * The reader of one subscription: new messages and repair, in turns, as slots are free. Nothing ends it but
 * {@link #stop}.
 */
final class GroupLoop implements Runnable {

    private static final System.Logger LOG = System.getLogger(GroupLoop.class.getName());

    private final GroupConsumer consumer;
    private final RepairCadence cadence;
    private final int batchSize;
    private final Outage outage;
    private final Due due;
    private final GroupReads reads;
    private final Closing stop = new Closing();
    private final CountDownLatch tried = new CountDownLatch(1);
    private final Signal change = new Signal();
    private volatile boolean abandoned;
    private volatile boolean waiting;
    private boolean topicStopped;
    private @Nullable Long passedAt;
    private @Nullable Long readLostAt;
    private boolean cutShort;
    private boolean readSincePass;
    private boolean readEmpty;

    GroupLoop(GroupConsumer consumer, RepairCadence cadence, int batchSize, Outage outage, Due due, GroupReads reads) {
        this.consumer = consumer;
        this.cadence = cadence;
        this.batchSize = batchSize;
        this.outage = outage;
        this.due = due;
        this.reads = reads;
    }

    @Override
    public void run() {
        int failures = 0;
        while (!stop.hasBegun()) {
            try {
                step();
                failures = 0;
            } catch (Closed e) {
                stop.begin();
            } catch (StreamFailure e) {
                failures++;
                cope(e, failures);
            } catch (RuntimeException | Error e) {
                failures++;
                LOG.log(Level.ERROR, consumer + ": an unexpected failure; it is gone on after a pause.", e);
                pause(failures);
            } finally {
                tried.countDown();
            }
        }
        reads.close();
        if (!abandoned) {
            consumer.leave();
        }
    }

    private void step() {
        if (consumer.join()) {
            outage.worked();
            tried.countDown();
        }
        int free = consumer.free();
        if (free == 0) {
            waitForSlot();
            return;
        }
        if (cadence.isDue(standing())) {
            readSincePass = false;
            pass();
            free = consumer.free();
        }
        if (free > 0) {
            read(free);
        }
        consumer.keepHouse();
    }

    /**
     * What needs no slot must not wait for one that is taken for hours. Such a pass is no turn of the due
     * retries, for it can start none.
     */
    private void waitForSlot() {
        Standing busy = new Standing(sincePass(), Optional.empty(), false, true, false);
        if (!consumer.isPaused() && cadence.isDue(busy)) {
            pass();
        }
        change.await(cadence.blockFor());
    }

    private void pass() {
        due.forget();
        passedAt = System.nanoTime();
        Duration lost = readLostAt == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - readLostAt);
        Repair.Pass pass = consumer.repair(lost);
        worked();
        pass.nextDueIn().ifPresent(due::in);
        cutShort = pass.cutShort();
        if (!cutShort) {
            readLostAt = null;
        }
    }

    private void read(int free) {
        long sentAt = System.nanoTime();
        List<StreamEntry> entries;
        waiting = true;
        try {
            entries = consumer.read(reads, Math.min(free, batchSize), cadence.block(standing()));
        } catch (ReplyLost e) {
            readLostAt = readLostAt == null ? Long.valueOf(sentAt) : readLostAt;
            throw e;
        } finally {
            waiting = false;
        }
        readSincePass = true;
        worked();
        readEmpty = entries.isEmpty();
        consumer.take(entries, sentAt);
    }

    private Standing standing() {
        return new Standing(sincePass(), due.left(), cutShort, readSincePass, readEmpty);
    }

    private Optional<Duration> sincePass() {
        return Optional.ofNullable(passedAt).map(at -> Duration.ofNanos(System.nanoTime() - at));
    }

    /** Served not before both a pass and a read worked: one that is refused would tell each time that the other is not. */
    private void worked() {
        outage.worked();
        if (topicStopped && passedAt != null && readSincePass) {
            topicStopped = false;
            LOG.log(Level.INFO, consumer + ": is served again.");
        }
    }

    private void cope(StreamFailure failure, int failures) {
        if (stop.hasBegun()) {
            return;
        }
        // What was left unfinished is looked at without waiting for messages first.
        due.in(Duration.ZERO);
        switch (failure.remedy()) {
            case RECOVER_GROUP -> recover(failures);
            case STOP_TOPIC -> {
                passedAt = null;
                readSincePass = false;
                if (!topicStopped) {
                    topicStopped = true;
                    LOG.log(
                            Level.ERROR,
                            consumer + ": cannot be served, and is looked at again from time to time: "
                                    + failure.getMessage()
                                    + ". Give the right, which ACL LOG on the server names, or remove what is in the key's place.");
                }
                pause(failures);
            }
            case PAUSE, LEAVE_MESSAGE -> {
                outage.failed(failure);
                pause(failures);
            }
        }
    }

    private void recover(int failures) {
        if (failures > 1) {
            pause(failures);
        }
        try {
            consumer.recover();
            passedAt = null;
        } catch (StreamFailure e) {
            if (e.remedy() != Remedy.RECOVER_GROUP) {
                // The pause was made already.
                cope(e, 1);
            }
        }
    }

    private void pause(int failures) {
        stop.awaitFor(
                ReconnectBackoff.pause(failures, ThreadLocalRandom.current().nextDouble()));
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

    /** Something is due sooner than was known, or a slot was freed, or the subscription goes on. */
    void nudge() {
        change.give();
    }

    /** Ends a wait for messages, if there is one. */
    void wake() {
        change.give();
        if (waiting) {
            reads.wake();
        }
    }

    /** Ends the loop, soon and without waiting for it. */
    void stop() {
        stop.begin();
        change.give();
        reads.wake();
    }

    /** Ends the loop as the death of the process would: nothing is handed back. */
    void abandon() {
        abandoned = true;
        stop.begin();
        change.give();
        reads.close();
    }

    /** For a read that did not wake up. */
    void cut() {
        reads.close();
    }
}
