package dev.millrace.redis.internal.stream;

import java.time.Duration;

import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.jspecify.annotations.Nullable;

/**
 * The one connection of whoever uses it, opened when needed. One that broke, that gave up on a reply, or
 * whose other end became a replica, is never used again. Used by one thread at a time, but for {@link #cut} and {@link #close}.
 */
final class OneWire implements AutoCloseable {

    private final Wire.Source wires;
    private volatile @Nullable Wire current;
    private volatile boolean closed;

    OneWire(Wire.Source wires) {
        this.wires = wires;
    }

    /** Whether there is a connection. */
    boolean isOpen() {
        return current != null;
    }

    /**
     * The connection, opened now where there is none.
     *
     * @throws Closed if closed
     */
    Wire get(Duration timeout) {
        if (closed) {
            throw new Closed();
        }
        Wire wire = current;
        if (wire == null) {
            wire = wires.open(timeout);
            current = wire;
        }
        // Again: the closing may have come before there was anything to cut.
        if (closed) {
            drop();
            throw new Closed();
        }
        return wire;
    }

    /** Lets go of the connection where a failure means that it is of no further use. */
    void after(StreamFailure failure) {
        if (isFatal(failure)) {
            drop();
        }
    }

    /** Whether a connection that brought this is of no further use. */
    static boolean isFatal(StreamFailure failure) {
        return !(failure instanceof Refused refused) || refused.code().equals("READONLY");
    }

    void drop() {
        Wire wire = current;
        current = null;
        if (wire != null) {
            wire.cut();
        }
    }

    /** Cuts the connection, whatever its user is doing with it. Any thread. */
    void cut() {
        Wire wire = current;
        if (wire != null) {
            wire.cut();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Cuts the connection, whatever another thread is doing with it, and opens none any more. */
    @Override
    public void close() {
        closed = true;
        cut();
    }
}
