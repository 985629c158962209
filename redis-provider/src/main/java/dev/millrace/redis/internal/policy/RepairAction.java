package dev.millrace.redis.internal.policy;

import java.time.Duration;
import java.util.Optional;

import dev.millrace.DeadLetter.Reason;

/** What is to be done about one pending entry. */
public sealed interface RepairAction {

    /** The entry as it was found. */
    PendingRow row();

    /** Deliver an entry again that is ours, provided it is still idle that long. */
    record Retry(PendingRow row, Duration minIdle) implements RepairAction {}

    /** Take an entry over from another consumer and deliver it, provided it is still idle that long. */
    record Claim(PendingRow row, Duration minIdle) implements RepairAction {}

    /** Start a delivery that the server has counted and this process never got to see. */
    record Resume(PendingRow row) implements RepairAction {}

    /** Copy an entry to the dead letters and ack it, provided it is still idle that long. */
    record DeadLetter(PendingRow row, Duration minIdle, Reason reason) implements RepairAction {}

    /** Renew the lease of an entry in hand, which is older than it should get. */
    record Renew(PendingRow row) implements RepairAction {}

    /** Leave it alone; due later, where that is known. */
    record Skip(PendingRow row, Optional<Duration> dueIn) implements RepairAction {}
}
