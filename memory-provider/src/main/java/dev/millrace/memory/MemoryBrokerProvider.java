package dev.millrace.memory;

import java.util.Optional;
import java.util.function.Consumer;

import dev.millrace.Broker;
import dev.millrace.Codecs;
import dev.millrace.RetryPolicy;
import dev.millrace.spi.BrokerProvider;
import dev.millrace.spi.ConfiguredRetention;
import dev.millrace.spi.Settings;

/**
 * The provider named {@code memory}. Its settings are {@code millrace.memory.} and one of
 * {@code claim-after}, {@code retry-after}, {@code max-deliveries}, {@code max-length},
 * {@code trim-unacked}, {@code dead-letter-max-length}, {@code dead-letter-suffix}, {@code shutdown-timeout} and
 * {@code idempotency-window}: options of
 * {@link MemoryBrokerBuilder}, with its defaults. None of them asks for this broker: settings for
 * development may stay where they are when production sets {@code millrace.redis.url}.
 *
 * <p>Its brokers are for applications that run for long, so they keep no list of what was published.
 */
public final class MemoryBrokerProvider implements BrokerProvider {

    private static final String PREFIX = "millrace.memory.";
    private static final String CLAIM_AFTER = "millrace.memory.claim-after";
    private static final String RETRY_AFTER = "millrace.memory.retry-after";
    private static final String MAX_DELIVERIES = "millrace.memory.max-deliveries";
    private static final String DEAD_LETTER_SUFFIX = "millrace.memory.dead-letter-suffix";
    private static final String SHUTDOWN_TIMEOUT = "millrace.memory.shutdown-timeout";
    private static final String IDEMPOTENCY_WINDOW = "millrace.memory.idempotency-window";

    /** For {@link java.util.ServiceLoader}. */
    public MemoryBrokerProvider() {}

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public boolean isConfigured(Settings settings) {
        return false;
    }

    @Override
    public Broker create(Settings settings, Codecs codecs) {
        MemoryBrokerBuilder builder = MemoryBroker.builder().publishedLimit(0).codecs(codecs);
        RetryPolicy[] retry = {RetryPolicy.DEFAULT};
        set(CLAIM_AFTER, settings.duration(CLAIM_AFTER), builder::claimAfter);
        set(
                RETRY_AFTER,
                settings.duration(RETRY_AFTER),
                gap -> retry[0] = new RetryPolicy(retry[0].maxDeliveries(), gap));
        set(
                MAX_DELIVERIES,
                settings.number(MAX_DELIVERIES),
                deliveries -> retry[0] = new RetryPolicy(deliveries, retry[0].retryAfter()));
        builder.retention(new ConfiguredRetention(settings, PREFIX));
        set(DEAD_LETTER_SUFFIX, settings.text(DEAD_LETTER_SUFFIX), builder::deadLetterSuffix);
        set(SHUTDOWN_TIMEOUT, settings.duration(SHUTDOWN_TIMEOUT), builder::shutdownTimeout);
        set(IDEMPOTENCY_WINDOW, settings.duration(IDEMPOTENCY_WINDOW), builder::idempotencyWindow);
        return builder.retryPolicy(retry[0]).build();
    }

    private static <T> void set(String name, Optional<T> value, Consumer<T> option) {
        try {
            value.ifPresent(option);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }
}
