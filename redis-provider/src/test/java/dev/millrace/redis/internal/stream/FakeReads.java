package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;

/** Waits in a monitor for what a server would send. */
final class FakeReads implements GroupReads {

    private final FakeServer server;
    private boolean woken;
    private boolean shut;
    private boolean cut;
    private boolean reading;

    FakeReads(FakeServer server) {
        this.server = server;
    }

    @Override
    public void listen() {
        synchronized (server) {
            woken = false;
            server.passing("listen");
        }
    }

    @Override
    public Optional<Map<String, List<StreamEntry>>> read(
            String group, String consumer, Collection<String> keys, int count, Duration block) {
        synchronized (server) {
            cut = false;
            if (woken && !block.isZero()) {
                return Optional.empty();
            }
            long until = server.now + block.toMillis();
            Map<String, List<StreamEntry>> entries =
                    server.called("read", () -> server.next(group, consumer, keys, count));
            reading = true;
            try {
                while (entries.isEmpty() && server.now < until && !woken && !isOver()) {
                    waitForChange();
                    entries = server.next(group, consumer, keys, count);
                }
            } finally {
                reading = false;
            }
            if (isOver()) {
                throw shut || server.isClosed() ? new StreamFailure.Closed() : new ReplyLost("cut", null);
            }
            return Optional.of(entries);
        }
    }

    private boolean isOver() {
        return server.isClosed() || shut || cut;
    }

    private void waitForChange() {
        try {
            server.wait();
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts a reader", e);
        }
    }

    @Override
    public void wake() {
        synchronized (server) {
            woken = true;
            server.notifyAll();
        }
    }

    @Override
    public boolean cut() {
        synchronized (server) {
            cut = reading;
            server.notifyAll();
            return reading;
        }
    }

    @Override
    public void close() {
        synchronized (server) {
            shut = true;
            server.notifyAll();
        }
    }
}
