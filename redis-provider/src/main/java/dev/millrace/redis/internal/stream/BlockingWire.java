package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.jspecify.annotations.Nullable;

/**
 * One thread's connection for commands that wait on the server, and can be woken. CLIENT UNBLOCK is not kept
 * for a command that has not begun to wait, so it is repeated until it hit, or the thread has seen that it is
 * wanted elsewhere.
 */
final class BlockingWire {

    private static final long NOT_BLOCKED = -1;

    /** Without the right to CLIENT UNBLOCK a wait must be short enough not to need it. */
    private static final Duration UNWAKEABLE_BLOCK = Duration.ofMillis(100);

    /** Far longer than any command takes to reach the server; then it is stuck, and only {@link #close} helps. */
    private static final int UNBLOCKS = 500;

    /** A server that is not able to just now may be so for long. */
    private static final Duration AFTER_REFUSAL = Duration.ofMillis(20);

    private final Wire.Source wires;
    private final CommandLine line;
    private final Duration timeout;
    private final AtomicLong wanted = new AtomicLong();
    private volatile long seen;
    private volatile long blockedClient = NOT_BLOCKED;
    private volatile boolean closed;
    private volatile boolean wakeable = true;
    private volatile @Nullable Wire wire;
    private long client = NOT_BLOCKED;

    BlockingWire(Wire.Source wires, CommandLine line, Duration timeout) {
        this.wires = wires;
        this.line = line;
        this.timeout = timeout;
    }

    /**
     * Sends a command that waits so long, or for less where it could not be woken.
     *
     * @return null where it was woken, before or meanwhile, or nothing came
     */
    @Nullable
    Object call(Duration block, Function<Duration, byte[][]> command) {
        Wire current = connected();
        // In this order: a wake in between must find either the client to unblock or its mark.
        blockedClient = client;
        long generation = wanted.get();
        try {
            if (generation != seen && !block.isZero()) {
                return null;
            }
            Duration wait = wakeable || block.compareTo(UNWAKEABLE_BLOCK) < 0 ? block : UNWAKEABLE_BLOCK;
            current.send(command.apply(wait));
            // Longer than the server waits, or its answer would come to a connection that was given up.
            return current.receive(wait.plus(timeout));
        } catch (Refused e) {
            if (e.code().equals("READONLY")) {
                drop(current);
            }
            throw e;
        } catch (RuntimeException | Error e) {
            // What is left of a reply would be taken for that of the next command.
            drop(current);
            throw e;
        } finally {
            blockedClient = NOT_BLOCKED;
            seen = generation;
        }
    }

    private Wire connected() {
        Wire current = wire;
        if (current == null && !closed) {
            current = wires.open(timeout);
            client = clientId(current);
            wire = current;
        }
        if (current == null || closed) {
            close();
            throw new Closed();
        }
        return current;
    }

    private long clientId(Wire current) {
        try {
            current.send(Resp.command("CLIENT", "ID"));
            long id = Resp.number(current.receive(timeout));
            wakeable = true;
            return id;
        } catch (Refused e) {
            if (e.remedy() == Remedy.PAUSE) {
                // Not for good, so not a connection to live with.
                current.cut();
                throw e;
            }
            wakeable = false;
            return NOT_BLOCKED;
        } catch (StreamFailure e) {
            current.cut();
            throw e;
        }
    }

    private void drop(Wire current) {
        wire = null;
        current.cut();
    }

    /** Ends the wait of the current command, or of the next one where none is going on. Any thread; never blocks. */
    void wake() {
        unblock(wanted.incrementAndGet(), UNBLOCKS);
    }

    private void unblock(long generation, int more) {
        long blocked = blockedClient;
        if (blocked == NOT_BLOCKED || seen >= generation || more == 0 || closed) {
            return;
        }
        line.callLater(
                (reply, failure) -> {
                    if (failure instanceof Refused refused && refused.remedy() == Remedy.PAUSE) {
                        line.after(AFTER_REFUSAL, () -> unblock(generation, more - 1));
                    } else if (failure instanceof Refused) {
                        wakeable = false;
                    } else if (failure == null && Resp.number(reply) == 0) {
                        unblock(generation, more - 1);
                    }
                },
                Resp.command("CLIENT", "UNBLOCK", blocked));
    }

    /** Cuts the connection, whatever the thread is doing with it. Any thread. */
    void close() {
        closed = true;
        Wire current = wire;
        if (current != null) {
            current.cut();
        }
    }
}
