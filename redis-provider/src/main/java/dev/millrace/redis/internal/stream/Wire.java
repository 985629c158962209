package dev.millrace.redis.internal.stream;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * One connection. Used by one thread at a time, but for {@link #cut}. After a failure other than
 * {@link StreamFailure.Refused} it is of no further use: a reply that was given up on would be taken for
 * the next one's.
 */
interface Wire extends AutoCloseable {

    /** Opens connections to one server. */
    interface Source {

        /**
         * Opens a connection and logs in.
         *
         * @throws StreamFailure.Unreachable if that failed, naming the endpoint and what to do
         */
        Wire open(Duration timeout);
    }

    /** Writes a command, perhaps only to a buffer. */
    void send(byte[]... command);

    /**
     * Flushes and reads the next reply: bytes, a {@code Long}, a list of these, or null.
     *
     * @throws StreamFailure.Refused if the reply is an error; the connection remains good
     */
    @Nullable
    Object receive(Duration timeout);

    /** Ends it at once, whatever another thread is doing with it. */
    void cut();

    @Override
    void close();
}
