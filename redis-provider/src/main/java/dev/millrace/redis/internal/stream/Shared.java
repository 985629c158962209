package dev.millrace.redis.internal.stream;

import java.time.Duration;

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
        Trimming trimming) {

    Lease lease() {
        return Lease.of(claimAfter);
    }
}
