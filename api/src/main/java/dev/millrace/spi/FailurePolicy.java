package dev.millrace.spi;

import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import dev.millrace.DeadLetter.Reason;
import dev.millrace.PayloadException;
import dev.millrace.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a failed delivery. Pure: no clock, no I/O.
 *
 * @param retry the allowance of deliveries and the gaps between them
 * @param deadLetterOn failures, or causes of failures, that no further delivery can mend
 * @param onDeadLetterTopic whether the topic consumed is itself a dead-letter topic: its messages are
 *     retried at the capped gap for ever, one second where that is zero, and never copied again
 */
public record FailurePolicy(
        RetryPolicy retry, Set<Class<? extends Throwable>> deadLetterOn, boolean onDeadLetterTopic) {

    /** What is retried for ever must not be retried without a pause, even where no gap is asked for. */
    private static final Duration ENDLESS_RETRY_GAP = Duration.ofSeconds(1);

    /** Copies the set. */
    public FailurePolicy {
        deadLetterOn = Set.copyOf(deadLetterOn);
    }

    /**
     * The verdict on a failure.
     *
     * @param deliveries the delivery that failed, 1 for the first
     * @param failure what was thrown, {@code null} where nothing is known, as after a crash
     */
    public Verdict after(int deliveries, @Nullable Throwable failure) {
        if (onDeadLetterTopic) {
            Duration capped = retry.retryAfter().multipliedBy(RetryPolicy.GAP_CAP);
            return new Verdict.Retry(capped.isZero() ? ENDLESS_RETRY_GAP : capped);
        }
        if (has(failure, PayloadException.class)) {
            return new Verdict.GiveUp(Reason.PAYLOAD);
        }
        if (deadLetterOn.stream().anyMatch(type -> has(failure, type))) {
            return new Verdict.GiveUp(Reason.DEAD_LETTER_ON);
        }
        return retry.exhaustedBy(deliveries)
                ? new Verdict.GiveUp(Reason.MAX_DELIVERIES)
                : new Verdict.Retry(retry.gapAfter(deliveries));
    }

    private static boolean has(@Nullable Throwable failure, Class<? extends Throwable> type) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
