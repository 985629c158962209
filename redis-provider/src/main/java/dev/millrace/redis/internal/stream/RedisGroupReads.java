package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Reads on a connection that may block. CLIENT UNBLOCK is not kept for a read that has not begun to wait,
 * so it is repeated until it hit, or the reader has seen that it is wanted elsewhere.
 */
final class RedisGroupReads implements GroupReads {

    private static final long NOT_BLOCKED = -1;

    /** Without the right to CLIENT UNBLOCK a read must be short enough not to need it. */
    private static final Duration UNWAKEABLE_BLOCK = Duration.ofMillis(100);

    /** Far longer than any read takes to reach the server; then it is stuck, and only {@link #close} helps. */
    private static final int UNBLOCKS = 500;

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

    RedisGroupReads(Wire.Source wires, CommandLine line, Duration timeout) {
        this.wires = wires;
        this.line = line;
        this.timeout = timeout;
    }

    @Override
    public List<StreamEntry> read(StreamGroup group, String consumer, int count, Duration block) {
        Wire current = connected();
        // In this order: a wake in between must find either the client to unblock or its mark.
        blockedClient = client;
        long generation = wanted.get();
        try {
            if (generation != seen && !block.isZero()) {
                return List.of();
            }
            return entries(current, group, consumer, count, wakeable ? block : shorter(block));
        } catch (Refused e) {
            if (e.code().equals("READONLY")) {
                drop(current);
            }
            throw e;
        } catch (StreamFailure e) {
            drop(current);
            throw e;
        } finally {
            blockedClient = NOT_BLOCKED;
            seen = generation;
        }
    }

    private List<StreamEntry> entries(Wire current, StreamGroup group, String consumer, int count, Duration block) {
        List<Object> wait = block.isZero() ? List.of() : List.of("BLOCK", Math.max(1, block.toMillis()));
        current.send(Resp.command(
                "XREADGROUP", "GROUP", group.name(), consumer, "COUNT", count, wait, "STREAMS", group.key(), ">"));
        // Longer than the server waits, or its answer would come to a connection that was given up.
        List<?> streams = Resp.list(current.receive(block.plus(timeout)));
        return streams.isEmpty()
                ? List.of()
                : Resp.entries(Resp.list(streams.get(0)).get(1));
    }

    private static Duration shorter(Duration block) {
        return block.compareTo(UNWAKEABLE_BLOCK) < 0 ? block : UNWAKEABLE_BLOCK;
    }

    private Wire connected() {
        Wire current = wire;
        if (current == null) {
            current = wires.open(timeout);
            client = clientId(current);
            wire = current;
        }
        if (closed) {
            drop(current);
            throw new Closed();
        }
        return current;
    }

    private long clientId(Wire current) {
        try {
            current.send(Resp.command("CLIENT", "ID"));
            return Resp.number(current.receive(timeout));
        } catch (Refused e) {
            wakeable = false;
            return NOT_BLOCKED;
        }
    }

    private void drop(Wire current) {
        wire = null;
        current.cut();
    }

    @Override
    public void wake() {
        unblock(wanted.incrementAndGet(), UNBLOCKS);
    }

    private void unblock(long generation, int more) {
        long blocked = blockedClient;
        if (blocked == NOT_BLOCKED || seen >= generation || more == 0 || closed) {
            return;
        }
        line.callLater(
                (reply, failure) -> {
                    if (failure instanceof Refused) {
                        wakeable = false;
                    } else if (failure == null && Resp.number(reply) == 0) {
                        unblock(generation, more - 1);
                    }
                },
                Resp.command("CLIENT", "UNBLOCK", blocked));
    }

    @Override
    public void close() {
        closed = true;
        Wire current = wire;
        if (current != null) {
            current.cut();
        }
    }
}
