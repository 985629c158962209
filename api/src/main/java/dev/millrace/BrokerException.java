package dev.millrace;

import org.jspecify.annotations.Nullable;

/** The broker refused or failed an operation. The message says what failed, where, and what to do. */
public class BrokerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** An error with its cause, {@code null} where there is none. */
    public BrokerException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
