package dev.millrace.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.Unhandled;
import dev.millrace.memory.internal.Lease;
import dev.millrace.memory.internal.Lease.Settled;
import dev.millrace.spi.FailurePolicy;
import dev.millrace.spi.Outcome;
import dev.millrace.spi.Verdict;
import org.jspecify.annotations.Nullable;

/** Turns how a delivery ended into what becomes of its entry, and says so once in the log. */
final class Settling {

    private final Store store;
    private final FailurePolicy failures;
    private final Notices notices;
    private final String topic;
    private final String group;
    private final String consumer;
    private final AtomicLong unhandled = new AtomicLong();

    Settling(Store store, FailurePolicy failures, Notices notices, String topic, String group, String consumer) {
        this.store = store;
        this.failures = failures;
        this.notices = notices;
        this.topic = topic;
        this.group = group;
        this.consumer = consumer;
    }

    void settle(Lease lease, Outcome outcome) {
        if (outcome instanceof Outcome.Done) {
            done(lease);
        } else if (outcome instanceof Outcome.Failed failed) {
            failed(lease, failed.cause(), Optional.empty());
        } else if (outcome instanceof Outcome.RetryAsked asked) {
            failed(lease, null, asked.after());
        } else {
            unstarted(lease);
        }
    }

    /** Makes it a dead letter that has no delivery left, since its consumers died of it. */
    void giveUp(Lease lease, Reason reason) {
        Settled settled = store.deadLetter(topic, lease, group, consumer, reason, null);
        if (settled == Settled.DONE) {
            notices.exhausted(lease, store.settings.deadLetterTopic(topic));
        }
    }

    /** Sees to one whose event no live member of the group handles. */
    void unhandled(Lease lease, String event, Unhandled fate) {
        if (fate == Unhandled.DEAD_LETTER) {
            Settled settled = store.deadLetter(topic, lease, group, consumer, Reason.UNHANDLED, null);
            if (settled == Settled.DONE) {
                notices.unhandledDead(lease, event, store.settings.deadLetterTopic(topic));
            }
        } else if (store.ack(topic, lease) == Settled.DONE) {
            unhandled.incrementAndGet();
            notices.unhandled(event);
        }
    }

    /** How many were acked since nobody handles their events. */
    long unhandled() {
        return unhandled.get();
    }

    /** Lets it be tried again after its gap, where settling it failed. */
    void keepPending(Lease lease) {
        store.fail(lease, store.now(), null);
    }

    private void unstarted(Lease lease) {
        store.locked(() -> {
            lease.unstarted();
            return lease;
        });
    }

    private void done(Lease lease) {
        if (store.ack(topic, lease) == Settled.TAKEN_OVER) {
            notices.lateSuccess(lease);
        }
    }

    private void failed(Lease lease, @Nullable Throwable cause, Optional<Duration> wished) {
        Verdict verdict = failures.after(lease.deliveries(), cause);
        if (verdict instanceof Verdict.GiveUp giveUp) {
            Settled settled = store.deadLetter(topic, lease, group, consumer, giveUp.reason(), cause);
            if (settled == Settled.DONE) {
                notices.deadLettered(lease, cause, giveUp.reason(), store.settings.deadLetterTopic(topic));
            } else {
                unsettled(settled, lease, cause);
            }
        } else if (verdict instanceof Verdict.Retry retry) {
            retried(lease, cause, retry.gap(), wished);
        }
    }

    private void retried(Lease lease, @Nullable Throwable cause, Duration gap, Optional<Duration> wished) {
        Instant now = store.now();
        Optional<Duration> sooner = wished.filter(wait -> wait.compareTo(gap) < 0);
        Settled settled = store.fail(lease, now, sooner.map(now::plus).orElse(null));
        if (settled != Settled.DONE) {
            unsettled(settled, lease, cause);
        } else if (store.settings.redeliver()) {
            Duration wait = sooner.orElse(gap);
            notices.retried(lease, cause, wait, now.plus(wait));
        } else {
            notices.notRetried(lease, cause);
        }
    }

    private void unsettled(Settled settled, Lease lease, @Nullable Throwable cause) {
        if (settled == Settled.DELETED) {
            notices.skipped(lease.entry().id());
        } else if (settled != Settled.DEAD) {
            notices.lateFailure(lease, cause);
        }
    }
}
