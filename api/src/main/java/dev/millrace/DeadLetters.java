package dev.millrace;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The dead letters of one topic, oldest first. Thread-safe. Every method may throw {@link BrokerUnavailableException},
 * which says that nothing was changed, {@link BrokerException} if the broker refuses, and {@link IllegalStateException}
 * once it is closed. One that moves or removes throws {@link BrokerException} too if the answer was lost, so that it
 * may have been done; one that goes through many may have done some, whatever it throws.
 */
public interface DeadLetters {

    /** How many there are. */
    long count();

    /**
     * The oldest ones.
     *
     * @param limit how many at most, 1 or more
     * @throws IllegalArgumentException if the limit is below 1
     */
    List<DeadLetter> list(int limit);

    /**
     * The next page.
     *
     * @param id the id of the last dead letter of the page before; it need not exist any more
     * @param limit how many at most, 1 or more
     * @throws IllegalArgumentException if the id is not of the broker's form, or the limit below 1
     */
    List<DeadLetter> listAfter(String id, int limit);

    /** One dead letter, where it is still there. */
    Optional<DeadLetter> find(String id);

    /**
     * Publishes one to its topic again, for the group that failed only, with a new id and a fresh
     * allowance of deliveries, and removes it. Never lost: a crash in between leaves it listed, to be
     * requeued again. One that does not say which group failed, being another program's, goes to all groups.
     *
     * @return whether it was there
     * @throws IllegalStateException if the topic has no such group any more, so that nobody would handle it; it stays
     *     listed
     */
    boolean requeue(String id);

    /**
     * Requeues those that match, of the dead letters there when it was called. Those whose group the topic has no more
     * stay listed: see {@link #requeue}.
     *
     * @return how many were requeued
     */
    long requeueIf(Predicate<? super DeadLetter> filter);

    /**
     * Removes one for good.
     *
     * @return whether it was there
     */
    boolean purge(String id);

    /**
     * Removes those that match for good, of the dead letters there when it was called.
     *
     * @return how many were removed
     */
    long purgeIf(Predicate<? super DeadLetter> filter);
}
