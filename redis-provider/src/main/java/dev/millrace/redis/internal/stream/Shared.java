package dev.millrace.redis.internal.stream;

import java.time.Duration;

import dev.millrace.PayloadCodec;
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
        PayloadCodec codec,
        RetryPolicy retry,
        Duration claimAfter,
        Duration blockFor,
        int batchSize,
        Trimming trimming) {

    Lease lease() {
        return Lease.of(claimAfter);
    }
}
