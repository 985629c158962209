package dev.millrace.tck;

import java.time.Duration;

import dev.millrace.Retention;
import dev.millrace.RetryPolicy;

/**
 * The settings of a replica that tests vary; everything else is as the provider's defaults say.
 *
 * @param retryPolicy the broker's default for its handlers
 * @param claimAfter how long an entry of another consumer is idle before it is taken over; zero is never
 * @param shutdownTimeout the bound of {@link dev.millrace.Broker#close()}
 * @param retention how long every topic gets
 */
public record BrokerConfig(
        RetryPolicy retryPolicy, Duration claimAfter, Duration shutdownTimeout, Retention retention) {

    /** The same with another retry policy. */
    public BrokerConfig retryPolicy(RetryPolicy policy) {
        return new BrokerConfig(policy, claimAfter, shutdownTimeout, retention);
    }

    /** The same with another claim time. */
    public BrokerConfig claimAfter(Duration idle) {
        return new BrokerConfig(retryPolicy, idle, shutdownTimeout, retention);
    }

    /** The same with another bound for closing. */
    public BrokerConfig shutdownTimeout(Duration bound) {
        return new BrokerConfig(retryPolicy, claimAfter, bound, retention);
    }

    /** The same with another retention. */
    public BrokerConfig retention(Retention kept) {
        return new BrokerConfig(retryPolicy, claimAfter, shutdownTimeout, kept);
    }

    /** The same with another length of topics. */
    public BrokerConfig maxLength(int messages) {
        return retention(retention.maxLength(messages));
    }
}
