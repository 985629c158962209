package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.millrace.redis.internal.policy.EntryId;

/** Reads by XREAD. */
final class RedisTailReads implements TailReads {

    private final BlockingWire wire;

    RedisTailReads(BlockingWire wire) {
        this.wire = wire;
    }

    @Override
    public Map<String, List<StreamEntry>> read(Map<String, EntryId> after, int count, Duration block) {
        Object reply = wire.call(
                block,
                wait -> Resp.command(
                        "XREAD",
                        "COUNT",
                        count,
                        wait.isZero() ? List.of() : List.of("BLOCK", Math.max(1, wait.toMillis())),
                        "STREAMS",
                        after.keySet(),
                        after.values()));
        return Resp.streams(reply);
    }

    @Override
    public void wake() {
        wire.wake();
    }

    @Override
    public void close() {
        wire.close();
    }
}
