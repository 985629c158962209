package dev.millrace.memory;

import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;

import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;
import dev.millrace.Retention;
import dev.millrace.RetryPolicy;

/** What a broker goes by: the values of {@link MemoryBrokerBuilder}, which checks and explains them. */
record MemorySettings(
        Clock clock,
        boolean inline,
        boolean redeliver,
        Duration claimAfter,
        RetryPolicy retryPolicy,
        Function<String, Retention> retentions,
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
        return codecs.codec(living(topic));
    }

    /** How long a topic gets; dead letters go by that of the topic they died on. */
    Retention retention(String topic) {
        return retentions.apply(living(topic));
    }

    /** The topic whose messages a topic holds: of one of dead letters, the one they died on. */
    String living(String topic) {
        return isDeadLetterTopic(topic) ? topic.substring(0, topic.length() - deadLetterSuffix.length()) : topic;
    }

    boolean isDeadLetterTopic(String topic) {
        return topic.endsWith(deadLetterSuffix);
    }
}
