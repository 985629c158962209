package dev.millrace.memory;

import java.time.Instant;

import dev.millrace.Subscription;
import dev.millrace.memory.internal.EntryId;

/** What the dispatcher and the store know of a subscription. */
interface LocalSubscription extends Subscription {

    /** Takes what there is room for and sees to what came due; tells when there will be something to see to. */
    Instant work();

    /** Whether it has room for a message that was just published. */
    boolean isHungry();

    /** Whether there is something it takes now, or as soon as it has room. Only under the store's lock. */
    boolean hasWork();

    /**
     * Whether the first delivery of an entry is going on, or comes about without anyone's help. Only under
     * the store's lock.
     */
    boolean isToDeliver(EntryId id);

    /** Whether it is closed, with or without something in hand. */
    boolean isClosed();

    /** Whether it is closed and nothing of it is in hand any more. */
    boolean isOver();

    /** Ends as a crash of the process would end it. */
    void die();

    /** Lets go of the handlers that the drain left running. */
    void leaveRunning();
}
