package dev.millrace.redis.internal.stream;

import java.time.Duration;

import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.PayloadCodec;
import dev.millrace.redis.internal.policy.Lease;
import dev.millrace.redis.internal.policy.PendingRow;
import dev.millrace.redis.internal.policy.RepairRules;
import dev.millrace.spi.DeadLetterCopy;
import dev.millrace.spi.FailurePolicy;

/**
 * One consumer in a group, and what its parts have in common.
 *
 * @param topic as the application names it, without the prefix of its key
 * @param consumer the name in the group
 * @param rules how it repairs
 */
record Member(
        StreamCommands commands,
        TopicKeys keys,
        String topic,
        StreamGroup group,
        String consumer,
        RepairRules rules,
        Lease lease,
        PayloadCodec codec) {

    static Member of(Shared shared, String topic, StreamGroup group, ConsumerOptions options, String consumer) {
        FailurePolicy failures = new FailurePolicy(
                options.retryPolicy(shared.retry()),
                options.deadLetterOn(),
                shared.keys().isDeadLetterTopic(topic));
        RepairRules rules = new RepairRules(
                failures,
                consumer,
                TopicKeys.PARKED,
                shared.claimAfter(),
                shared.lease().renewEvery());
        return new Member(
                shared.commands(),
                shared.keys(),
                topic,
                group,
                consumer,
                rules,
                shared.lease(),
                shared.codecs().codec(topic));
    }

    FailurePolicy failures() {
        return rules.failures();
    }

    /** The message as its handler sees it. */
    BrokerMessage shown(Held held) {
        return held.reading.message(
                topic, DeadLetterCopy.visibleHeaders(held.reading.headers()), held.deliveries, codec);
    }

    /** What XPENDING would say of an entry that is ours, for a step that checks the owner. */
    PendingRow ownRow(Held held) {
        return new PendingRow(held.id(), consumer, Duration.ZERO, held.deliveries);
    }

    /** What log lines begin with. */
    @Override
    public String toString() {
        return "Topic " + topic + ", group " + group.name();
    }
}
