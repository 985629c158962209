package dev.millrace;

/** Who settles a delivery. */
public enum AckMode {
    /** The handler's normal return (or its stage's normal completion) acks; a throw, or a failed stage, does not. */
    AUTO,
    /**
     * The handler takes a {@link Delivery} and settles it, on any thread, also after it returned. A throw
     * settles the delivery as failed. After a normal return (or its stage's normal completion) the lease is no
     * longer renewed, and a delivery still unsettled when it runs out, after the broker's {@code claimAfter},
     * counts as failed. It occupies its slot until it is settled.
     */
    MANUAL
}
