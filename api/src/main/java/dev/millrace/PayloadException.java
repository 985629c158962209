package dev.millrace;

import org.jspecify.annotations.Nullable;

/**
 * A payload does not fit what it was to be read as. Left to escape from a handler it makes the message a
 * dead letter at once: no further delivery would read it better.
 */
public class PayloadException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** An error that names what was found and what was expected, with its cause, {@code null} where there is none. */
    public PayloadException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
