package dev.millrace;

/** The headers that a dead letter carries beside the message's own. Operators may depend on the names. */
public final class DeadLetterHeaders {

    /** Why: a {@link DeadLetter.Reason}, in lower case with hyphens. */
    public static final String REASON = "x-dead-letter-reason";

    /** The topic on which handling failed. */
    public static final String TOPIC = "x-dead-letter-topic";

    /** The group that failed. */
    public static final String GROUP = "x-dead-letter-group";

    /** The id of the entry on its topic. */
    public static final String ID = "x-dead-letter-id";

    /** The consumer that gave up. */
    public static final String CONSUMER = "x-dead-letter-consumer";

    /** How often the message was delivered to the group; also 1 for one that no handler saw. */
    public static final String DELIVERIES = "x-dead-letter-deliveries";

    /** The class name of the last failure, where one is known. */
    public static final String EXCEPTION = "x-dead-letter-exception";

    /** The message of the last failure, at most 1 KiB of UTF-8, where one is known. */
    public static final String MESSAGE = "x-dead-letter-message";

    /** When, an ISO-8601 instant. */
    public static final String AT = "x-dead-letter-at";

    /**
     * On a message requeued out of the dead letters: the one group that it is for. Reserved: other groups
     * pass over a message that carries it, and handlers do not see it.
     */
    public static final String REQUEUED_TO = "x-millrace-group";

    private DeadLetterHeaders() {}
}
