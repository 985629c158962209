package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.millrace.redis.internal.policy.EntryId;

/** Waits in a monitor for what a server would send. */
final class FakeTailReads implements TailReads {

    private final FakeServer server;
    private boolean woken;
    private boolean shut;

    FakeTailReads(FakeServer server) {
        this.server = server;
    }

    @Override
    public Map<String, List<StreamEntry>> read(Map<String, EntryId> after, int count, Duration block) {
        synchronized (server) {
            long until = server.now + block.toMillis();
            Map<String, List<StreamEntry>> found = server.called("tail", () -> find(after, count));
            while (found.isEmpty() && server.now < until && !woken && !server.isClosed() && !shut) {
                waitForChange();
                found = find(after, count);
            }
            woken = false;
            if (server.isClosed() || shut) {
                throw new StreamFailure.Closed();
            }
            return found;
        }
    }

    private Map<String, List<StreamEntry>> find(Map<String, EntryId> after, int count) {
        Map<String, List<StreamEntry>> found = new LinkedHashMap<>();
        after.forEach((key, id) -> {
            List<StreamEntry> entries = server.topic(key).entries.tailMap(id.toString(), false).entrySet().stream()
                    .limit(count)
                    .map(each -> new StreamEntry(each.getKey(), each.getValue()))
                    .toList();
            if (!entries.isEmpty()) {
                found.put(key, entries);
            }
        });
        return found;
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
