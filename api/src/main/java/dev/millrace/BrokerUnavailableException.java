package dev.millrace;

import org.jspecify.annotations.Nullable;

/** The broker could not be reached within the configured time; nothing was changed, and trying again is safe. */
public class BrokerUnavailableException extends BrokerException {

    private static final long serialVersionUID = 1L;

    /** An error that names topic and endpoint, with its cause, {@code null} where there is none. */
    public BrokerUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
