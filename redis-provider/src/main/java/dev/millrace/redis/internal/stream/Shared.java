package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import dev.millrace.Codecs;
import dev.millrace.RetryPolicy;
import dev.millrace.redis.internal.policy.Lease;

/** What the consumers of one broker share. */
record Shared(
        StreamCommands commands,
        TopicKeys keys,
        ConsumerName name,
        Outage outage,
        LeaseKeeper leaseKeeper,
        Closing closing,
        Codecs codecs,
        RetryPolicy retry,
        Duration claimAfter,
        Duration blockFor,
        int batchSize,
        AtomicLong heldBytes,
        Trimming trimming) {

    /** What a broker holds at most, about: of entries that do not start at once no more are read then. */
    static final long MOST_HELD_BYTES = 32 << 20;

    /** How many more bytes may be held. */
    long bytesLeft() {
        return MOST_HELD_BYTES - heldBytes.get();
    }

    /** The same for consumers of another name. */
    Shared named(ConsumerName other) {
        return new Shared(
                commands,
                keys,
                other,
                outage,
                leaseKeeper,
                closing,
                codecs,
                retry,
                claimAfter,
                blockFor,
                batchSize,
                heldBytes,
                trimming);
    }

    Lease lease() {
        return Lease.of(claimAfter);
    }
}
