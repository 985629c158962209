package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import dev.millrace.redis.internal.policy.Remedy;
import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import org.jspecify.annotations.Nullable;

/**
 * Reads on a connection that may block. CLIENT UNBLOCK is not kept for a read that has not begun to wait,
 * so it is repeated until it hit, or the read was over.
 */
final class RedisGroupReads implements GroupReads {

    /** Without the right to CLIENT UNBLOCK a read must be short enough not to need it. */
    private static final Duration UNWAKEABLE_BLOCK = Duration.ofMillis(100);

    /** So often at once; then the read is taking its time to reach the server. */
    private static final int AT_ONCE = 3;

    private static final Duration UNBLOCK_EVERY = Duration.ofMillis(1);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(50);

    private final OneWire wire;
    private final CommandLine line;
    private final Duration timeout;
    private final AtomicLong wanted = new AtomicLong();
    private final AtomicBoolean reading = new AtomicBoolean();
    private final AtomicBoolean unblocking = new AtomicBoolean();
    private volatile long heard;
    private volatile boolean wakeable = true;
    private volatile @Nullable Waiting waiting;
    private volatile @Nullable Waiting unblocked;
    private long client;

    /** A read that may be waiting on the server. */
    private static final class Waiting {

        final long client;

        Waiting(long client) {
            this.client = client;
        }
    }

    RedisGroupReads(Wire.Source wires, CommandLine line, Duration timeout) {
        this.wire = new OneWire(wires);
        this.line = line;
        this.timeout = timeout;
    }

    @Override
    public void listen() {
        heard = wanted.get();
    }

    @Override
    public Optional<Map<String, List<StreamEntry>>> read(
            String group, String consumer, Collection<String> keys, int count, Duration block) {
        try {
            Wire current = connected();
            Duration wait = wakeable || block.compareTo(UNWAKEABLE_BLOCK) < 0 ? block : UNWAKEABLE_BLOCK;
            boolean waits = !wait.isZero();
            // In this order: a wake in between must find either the read to unblock or be found here.
            waiting = waits && wakeable ? new Waiting(client) : null;
            if (waits && wanted.get() != heard) {
                return Optional.empty();
            }
            reading(true);
            return Optional.of(entries(current, group, consumer, keys, count, wait));
        } catch (StreamFailure e) {
            wire.after(e);
            throw e;
        } catch (RuntimeException | Error e) {
            // What is left of the reply would be taken for that of the next read.
            wire.drop();
            throw e;
        } finally {
            waiting = null;
            reading(false);
        }
    }

    private void reading(boolean now) {
        synchronized (reading) {
            reading.set(now);
        }
    }

    private Map<String, List<StreamEntry>> entries(
            Wire current, String group, String consumer, Collection<String> keys, int count, Duration block) {
        List<Object> wait = block.isZero() ? List.of() : List.of("BLOCK", Math.max(1, block.toMillis()));
        List<String> positions = Collections.nCopies(keys.size(), ">");
        current.send(
                Resp.command("XREADGROUP", "GROUP", group, consumer, "COUNT", count, wait, "STREAMS", keys, positions));
        // Longer than the server waits, or its answer would come to a connection that was given up.
        Object reply = current.receive(block.plus(timeout));
        return Resp.streams(reply);
    }

    private Wire connected() {
        boolean known = wire.isOpen();
        Wire current = wire.get(timeout);
        if (!known) {
            try {
                current.send(Resp.command("CLIENT", "ID"));
                client = Resp.number(current.receive(timeout));
                wakeable = true;
            } catch (Refused e) {
                if (e.remedy() == Remedy.PAUSE) {
                    // Not for good, so not a connection to live with.
                    wire.drop();
                    throw e;
                }
                wakeable = false;
            }
        }
        return current;
    }

    @Override
    public void wake() {
        wanted.incrementAndGet();
        unblockIfNeeded();
    }

    private void unblockIfNeeded() {
        if (isUnheard() && unblocking.compareAndSet(false, true)) {
            unblock(1);
        }
    }

    private boolean isUnheard() {
        Waiting read = waiting;
        return read != null && read != unblocked && wanted.get() != heard && !wire.isClosed();
    }

    private void unblock(int attempt) {
        Waiting read = waiting;
        if (read == null) {
            stopUnblocking();
            return;
        }
        line.callLater(
                (reply, failure) -> {
                    if (failure == null && Resp.number(reply) > 0) {
                        unblocked = read;
                    }
                    if (failure instanceof Refused refused && refused.remedy() != Remedy.PAUSE) {
                        wakeable = false;
                        // Nobody will end this read, and the next is short.
                        unblocked = read;
                    }
                    if (!isUnheard() || failure instanceof Closed) {
                        stopUnblocking();
                    } else if (failure == null && attempt < AT_ONCE) {
                        unblock(attempt + 1);
                    } else {
                        line.after(failure == null ? UNBLOCK_EVERY : AFTER_FAILURE, () -> unblock(attempt + 1));
                    }
                },
                Resp.command("CLIENT", "UNBLOCK", read.client));
    }

    /** A wake that came during the last one's answer must not be lost with it. */
    private void stopUnblocking() {
        unblocking.set(false);
        if (!line.isClosed()) {
            unblockIfNeeded();
        }
    }

    @Override
    public boolean cut() {
        synchronized (reading) {
            if (reading.get()) {
                wire.cut();
            }
            return reading.get();
        }
    }

    @Override
    public void close() {
        wire.close();
    }
}
