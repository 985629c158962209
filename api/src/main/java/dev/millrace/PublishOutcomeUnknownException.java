package dev.millrace;

import org.jspecify.annotations.Nullable;

/**
 * A publication was sent and its reply was lost: the topic may or may not hold it. Repeating it may store
 * it twice, unless it carries an {@link OutgoingMessage#idempotencyKey()}; so it is never repeated blindly,
 * and the caller decides.
 */
public class PublishOutcomeUnknownException extends BrokerException {

    private static final long serialVersionUID = 1L;

    private final transient OutgoingMessage publication;

    /** An error for a publication, with its cause, {@code null} where there is none. */
    public PublishOutcomeUnknownException(String message, OutgoingMessage publication, @Nullable Throwable cause) {
        super(message, cause);
        this.publication = publication;
    }

    /** What was sent, ready to be published again; lost if the exception itself is serialized. */
    public OutgoingMessage publication() {
        return publication;
    }
}
