package dev.millrace.memory;

import java.time.Clock;
import java.time.Duration;

import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;
import dev.millrace.RetryPolicy;

/** What a broker goes by: the values of {@link MemoryBroker.Builder}, which checks and explains them. */
record MemorySettings(
        Clock clock,
        boolean inline,
        boolean redeliver,
        Duration claimAfter,
        RetryPolicy retryPolicy,
        int maxLength,
        String deadLetterSuffix,
        Duration shutdownTimeout,
        Duration idempotencyWindow,
        int publishedLimit,
        Codecs codecs) {

    static final Duration CLAIM_AFTER = Duration.ofSeconds(60);

    /** What a delivery has left of its lease once that is no longer renewed. */
    Duration lease() {
        return claimAfter.isZero() ? CLAIM_AFTER : claimAfter;
    }

    String deadLetterTopic(String topic) {
        return topic + deadLetterSuffix;
    }

    /** The codec of a topic; dead letters are in that of the topic they died on. */
    PayloadCodec codec(String topic) {
        return codecs.codec(
                isDeadLetterTopic(topic) ? topic.substring(0, topic.length() - deadLetterSuffix.length()) : topic);
    }

    boolean isDeadLetterTopic(String topic) {
        return topic.endsWith(deadLetterSuffix);
    }
}
