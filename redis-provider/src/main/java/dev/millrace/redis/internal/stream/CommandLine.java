package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

import dev.millrace.redis.internal.stream.StreamFailure.Closed;
import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;
import org.jspecify.annotations.Nullable;

/**
 * One connection for every command that does not block. Whoever comes first sends what all the others have
 * queued meanwhile, and reads the replies, so concurrent callers share round trips and a lone one pays no
 * hand-over. Commands go out in the order in which they were queued. Thread-safe.
 */
final class CommandLine implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(CommandLine.class.getName());
    private static final int BATCH = 256;
    private static final int BATCH_BYTES = 1 << 20;

    /** A connection unused for so long is tried before it is trusted, lest a publish end in the unknown. */
    private static final long TRUSTED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final OneWire wire;
    private final Duration timeout;
    private final CallQueue queue;
    private final ReentrantLock leading = new ReentrantLock();
    private final ScheduledThreadPoolExecutor later;
    private final WriteWatch watch = new WriteWatch();
    private long usedAt;

    CommandLine(Wire.Source wires, Duration timeout) {
        this.wire = new OneWire(wires);
        this.timeout = timeout;
        this.queue = new CallQueue(timeout);
        this.later = new ScheduledThreadPoolExecutor(1, Threads.daemon("millrace-redis-commands"));
        later.setKeepAliveTime(5, TimeUnit.SECONDS);
        later.allowCoreThreadTimeOut(true);
    }

    /** Sends a command and waits for its reply, at most as long as the time-out. */
    @Nullable
    Object call(byte[]... command) {
        Call call = new Call(command, System.nanoTime() + timeout.toNanos(), null);
        queue.add(call);
        if (!leadUntilEnded(call)) {
            throw call.cancel() ? notSent() : new ReplyLost("No reply came within " + timeout.toMillis() + " ms", null);
        }
        return call.result();
    }

    private Unreachable notSent() {
        return new Unreachable("No connection was free within " + timeout.toMillis() + " ms, so it was not sent", null);
    }

    /** Sends a command without waiting. The ending is told on a thread for which all others wait. */
    void callLater(BiConsumer<@Nullable Object, @Nullable StreamFailure> whenEnded, byte[]... command) {
        Call call = new Call(command, System.nanoTime() + timeout.toNanos(), whenEnded);
        queue.add(call);
        try {
            later.execute(this::leadOnce);
        } catch (RejectedExecutionException e) {
            failQueued(new Closed());
        } catch (Error e) {
            if (call.begin()) {
                end(call, null, new Unreachable("No thread could be made to send it: " + e.getMessage(), e));
            }
        }
    }

    /** Does something after a pause; not once closed. */
    @SuppressWarnings("FutureReturnValueIgnored") // nobody waits for it
    void after(Duration pause, Runnable task) {
        try {
            later.schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.log(Level.DEBUG, "Closed meanwhile.", e);
        } catch (Error e) {
            LOG.log(Level.DEBUG, "No thread could be made; it is done by the next one there is.", e);
        }
    }

    boolean isClosed() {
        return wire.isClosed();
    }

    /** One batch a turn: what has ended meanwhile is told on this thread too. */
    private void leadOnce() {
        leading.lock();
        try {
            if (!queue.isEmpty()) {
                sendBatch();
            }
        } finally {
            leading.unlock();
        }
    }

    /** Interrupts are kept for the caller: a half-read reply would cost everybody the connection. */
    private boolean leadUntilEnded(Call call) {
        boolean interrupted = false;
        try {
            while (!call.isEnded()) {
                try {
                    if (!leading.tryLock(call.deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                        return call.isEnded();
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    continue;
                }
                try {
                    while (!call.isEnded()) {
                        sendBatch();
                    }
                } finally {
                    leading.unlock();
                }
            }
            return true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void sendBatch() {
        Wire current;
        endLate();
        if (queue.isEmpty()) {
            return;
        }
        try {
            current = usableWire();
        } catch (StreamFailure e) {
            failQueued(e);
            return;
        } catch (RuntimeException | Error e) {
            wire.drop();
            failQueued(new Unreachable("The connection could not be used: " + e, e));
            return;
        }
        List<Call> sent = new ArrayList<>();
        try {
            send(current, sent);
            boolean usable = true;
            for (Call call : sent) {
                usable &= receive(current, call);
                // The last bytes went out with the first wait for a reply.
                watch.end();
            }
            usedAt = System.nanoTime();
            if (!usable) {
                wire.drop();
            }
        } catch (StreamFailure e) {
            giveUp(sent, e);
        } catch (RuntimeException | Error e) {
            giveUp(sent, new ReplyLost("The connection was given up: " + e, e));
        } finally {
            watch.end();
        }
    }

    /** What is left of the replies would be taken for those of other commands. */
    private void giveUp(List<Call> sent, StreamFailure failure) {
        wire.drop();
        sent.stream().filter(call -> !call.isEnded()).forEach(call -> end(call, null, failure));
    }

    private void send(Wire current, List<Call> sent) {
        int bytes = 0;
        boolean watched = false;
        while (sent.size() < BATCH && bytes < BATCH_BYTES) {
            endLate();
            Call call = queue.take();
            if (call == null) {
                break;
            }
            sent.add(call);
            bytes += size(call.command);
            if (!watched && bytes > WriteWatch.NEVER_BLOCKS) {
                watched = true;
                watch.begin(current, sent.get(0).deadline);
            }
            current.send(call.command);
        }
    }

    private void endLate() {
        for (Call late = queue.takeLate(System.nanoTime()); late != null; late = queue.takeLate(System.nanoTime())) {
            end(late, null, notSent());
        }
    }

    /** Whether the connection is still of use, now that the reply is here. */
    private boolean receive(Wire current, Call call) {
        try {
            end(call, current.receive(Duration.ofNanos(Math.max(1, call.deadline - System.nanoTime()))), null);
            return true;
        } catch (Refused e) {
            end(call, null, e);
            return !OneWire.isFatal(e);
        }
    }

    private void end(Call call, @Nullable Object reply, @Nullable StreamFailure failure) {
        if (failure == null) {
            call.succeed(reply);
        } else {
            call.fail(failure);
        }
        if (!call.isWaitedFor()) {
            tellLater(call);
        }
    }

    /** Off this thread, which holds the connection: what is told may want to send again. */
    private void tellLater(Call call) {
        try {
            later.execute(call::tell);
        } catch (RejectedExecutionException | Error e) {
            // Closed, or no thread to be had: an ending that nobody is told of would be waited for without end.
            call.tell();
        }
    }

    private void failQueued(StreamFailure failure) {
        for (Call call = queue.take(); call != null; call = queue.take()) {
            end(call, null, failure);
        }
    }

    private Wire usableWire() {
        if (wire.isOpen() && System.nanoTime() - usedAt > TRUSTED_NANOS && !answers()) {
            wire.drop();
        }
        if (!wire.isOpen()) {
            Wire opened = wire.get(queue.timeLeft(System.nanoTime()));
            usedAt = System.nanoTime();
            return opened;
        }
        return wire.get(queue.timeLeft(System.nanoTime()));
    }

    private boolean answers() {
        try {
            Wire current = wire.get(queue.timeLeft(System.nanoTime()));
            current.send(Resp.bytes("PING"));
            // The other half is for a new connection.
            current.receive(queue.timeLeft(System.nanoTime()).dividedBy(2));
            return true;
        } catch (StreamFailure e) {
            return !OneWire.isFatal(e);
        }
    }

    /** Fails what is queued or under way, and lets go of connection and thread. */
    @Override
    public void close() {
        wire.close();
        failQueued(new Closed());
        later.shutdown();
        watch.close();
    }

    private static int size(byte[][] command) {
        int bytes = 0;
        for (byte[] part : command) {
            bytes += part.length;
        }
        return bytes;
    }
}
