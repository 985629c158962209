package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.List;

/** Waits in a monitor for what a server would send. */
final class FakeReads implements GroupReads {

    private final FakeServer server;
    private boolean woken;
    private boolean shut;

    FakeReads(FakeServer server) {
        this.server = server;
    }

    @Override
    public List<StreamEntry> read(StreamGroup group, String consumer, int count, Duration block) {
        synchronized (server) {
            long until = server.now + block.toMillis();
            List<StreamEntry> entries = server.called("read", () -> server.next(group, consumer, count));
            while (entries.isEmpty() && server.now < until && !woken && !server.isClosed() && !shut) {
                waitForChange();
                entries = server.next(group, consumer, count);
            }
            woken = false;
            if (server.isClosed() || shut) {
                throw new StreamFailure.Closed();
            }
            return entries;
        }
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
    public void close() {
        synchronized (server) {
            shut = true;
            server.notifyAll();
        }
    }
}
