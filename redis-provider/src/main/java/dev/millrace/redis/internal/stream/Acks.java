package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import dev.millrace.redis.internal.policy.ReconnectBackoff;
import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;

/**
 * The acks of one consumer. One command is under way at a time and carries all that were ready when it was
 * sent, so a handler does not wait for a round trip; it is sent again until it was answered. Thread-safe.
 */
final class Acks {

    private static final System.Logger LOG = System.getLogger(Acks.class.getName());

    /** How many may be without an answer; beyond it a handler waits, or an outage would make it run on and on. */
    static final int UNANSWERED = 100;

    private static final Duration LOOK_FOR_CLOSING = Duration.ofMillis(100);

    private final Member member;
    private final Outage outage;
    private final LeaseKeeper timer;
    private final Closing brokerClosing;
    private final Consumer<Held> whenSettled;
    private final Semaphore room = new Semaphore(UNANSWERED);
    private final Queue<Held> ready = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean underWay = new AtomicBoolean();

    /**
     * The acks of one consumer.
     *
     * @param whenSettled told of each that was answered, or has become pointless
     */
    Acks(Member member, Outage outage, LeaseKeeper timer, Closing brokerClosing, Consumer<Held> whenSettled) {
        this.member = member;
        this.outage = outage;
        this.timer = timer;
        this.brokerClosing = brokerClosing;
        this.whenSettled = whenSettled;
    }

    /** Acks a message, soon. Waits only where too many have no answer yet. */
    void add(Held held) {
        if (takeRoom()) {
            ready.add(held);
            sendNext();
        } else {
            tellStillPending(held);
        }
    }

    private boolean takeRoom() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (room.tryAcquire(LOOK_FOR_CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
                        return true;
                    }
                    if (brokerClosing.hasBegun()) {
                        return false;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Waits until all are answered; {@code false} at once where it would have to wait and the thread is interrupted.
     */
    boolean awaitAnswers(Duration limit) {
        try {
            // The form with a time asks for an interrupt even where there is nothing to wait for.
            if (!room.tryAcquire(UNANSWERED)
                    && !room.tryAcquire(UNANSWERED, Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS)) {
                return false;
            }
            room.release(UNANSWERED);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void sendNext() {
        // Again after each miss: what was added just before another found nothing more must not be left lying.
        while (!ready.isEmpty() && underWay.compareAndSet(false, true)) {
            List<Held> batch = nextBatch();
            if (!batch.isEmpty()) {
                send(batch, 1);
                return;
            }
            underWay.set(false);
        }
    }

    /** One that is another's by now goes alone, for its answer says something. */
    private List<Held> nextBatch() {
        List<Held> batch = new ArrayList<>();
        for (Held next = ready.peek(); next != null && batch.size() < UNANSWERED; next = ready.peek()) {
            if (next.isLost() && !batch.isEmpty()) {
                break;
            }
            batch.add(ready.remove());
            if (next.isLost()) {
                break;
            }
        }
        return batch;
    }

    private void send(List<Held> batch, int attempt) {
        List<String> ids =
                batch.stream().filter(held -> !held.isReplaced()).map(Held::id).toList();
        if (ids.isEmpty()) {
            end(batch, true);
            return;
        }
        CompletionStage<Long> answer;
        try {
            answer = member.commands().ackLater(member.group(), ids);
        } catch (RuntimeException | Error e) {
            failed(batch, attempt, e);
            return;
        }
        answer.whenComplete((count, failure) -> {
            if (failure == null) {
                outage.worked();
                tellOfLost(batch, count);
                end(batch, true);
            } else if (failure instanceof CompletionException && failure.getCause() != null) {
                failed(batch, attempt, failure.getCause());
            } else {
                failed(batch, attempt, failure);
            }
        });
    }

    private void failed(List<Held> batch, int attempt, Throwable failure) {
        if (failure instanceof Closed || brokerClosing.hasBegun()) {
            batch.forEach(this::tellStillPending);
            end(batch, false);
        } else if (failure instanceof StreamFailure known && isPointless(known)) {
            batch.forEach(held -> tellUnsettled(held, failure));
            end(batch, true);
        } else {
            if (failure instanceof StreamFailure known && known.remedy() == Remedy.PAUSE) {
                outage.failed(known);
            } else if (attempt == 1) {
                batch.forEach(held -> tellUnsettled(held, failure));
            }
            Duration pause =
                    ReconnectBackoff.pause(attempt, ThreadLocalRandom.current().nextDouble());
            timer.later(pause, () -> send(batch, attempt + 1), () -> failed(batch, attempt, new Closed()));
        }
    }

    /** The group, or the topic as we knew it, is gone, and what was pending in it too. */
    private static boolean isPointless(StreamFailure failure) {
        return failure.remedy() == Remedy.RECOVER_GROUP
                || (failure instanceof Refused refused && refused.code().equals("WRONGTYPE"));
    }

    private void end(List<Held> batch, boolean settled) {
        try {
            if (settled) {
                batch.forEach(whenSettled);
            }
        } finally {
            room.release(batch.size());
            underWay.set(false);
            sendNext();
        }
    }

    private void tellOfLost(List<Held> batch, long pending) {
        if (pending == 0 && batch.get(0).isLost()) {
            LOG.log(
                    Level.INFO,
                    member + ": message " + batch.get(0).id()
                            + " was handled here after another consumer had settled it.");
        }
    }

    private void tellUnsettled(Held held, Throwable failure) {
        LOG.log(
                Level.WARNING,
                member + ": message " + held.id() + " could not be settled: " + failure.getMessage() + ".");
    }

    private void tellStillPending(Held held) {
        LOG.log(
                Level.WARNING,
                member + ": message " + held.id() + " was not settled before the broker was closed; it stays pending.");
    }
}
