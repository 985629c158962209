package dev.millrace.memory.internal;

import dev.millrace.DeadLetter.Reason;

/** What a member is to do next. */
public sealed interface Step {

    /** Run the handler. */
    record Deliver(Lease lease) implements Step {}

    /** Make it a dead letter without another run. */
    record GiveUp(Lease lease, Reason reason) implements Step {}

    /** Its event is one that no live member of the group handles. */
    record Unhandled(Lease lease, String event) implements Step {}

    /** The entry was deleted while it was pending, and is acked now. */
    record Skipped(EntryId id) implements Step {}
}
