package dev.millrace.tck;

import java.time.Duration;

import dev.millrace.RetryPolicy;

/**
 * The settings of a replica that tests vary; everything else is as the provider's defaults say.
 *
 * @param retryPolicy the broker's default for its handlers
 * @param claimAfter how long an entry of another consumer is idle before it is taken over; zero is never
 * @param shutdownTimeout the bound of {@link dev.millrace.Broker#close()}
 * @param maxLength about how many messages a topic keeps
 */
public record BrokerConfig(RetryPolicy retryPolicy, Duration claimAfter, Duration shutdownTimeout, int maxLength) {

    /** The same with another retry policy. */
    public BrokerConfig retryPolicy(RetryPolicy policy) {
        return new BrokerConfig(policy, claimAfter, shutdownTimeout, maxLength);
    }

    /** The same with another claim time. */
    public BrokerConfig claimAfter(Duration idle) {
        return new BrokerConfig(retryPolicy, idle, shutdownTimeout, maxLength);
    }

    /** The same with another bound for closing. */
    public BrokerConfig shutdownTimeout(Duration bound) {
        return new BrokerConfig(retryPolicy, claimAfter, bound, maxLength);
    }

    /** The same with another length of topics. */
    public BrokerConfig maxLength(int messages) {
        return new BrokerConfig(retryPolicy, claimAfter, shutdownTimeout, messages);
    }
}
