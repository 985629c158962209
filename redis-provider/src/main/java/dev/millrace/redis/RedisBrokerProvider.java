package dev.millrace.redis;

import java.nio.file.Path;
import java.util.Locale;

import dev.millrace.Broker;
import dev.millrace.Codecs;
import dev.millrace.redis.RedisSettings.Connect;
import dev.millrace.spi.BrokerProvider;
import dev.millrace.spi.ConfiguredRetention;
import dev.millrace.spi.Settings;

/** Finds a {@link RedisBroker} by configuration: the options of {@link RedisSettings} under {@code millrace.redis.}. */
public final class RedisBrokerProvider implements BrokerProvider {

    private static final String PREFIX = "millrace.redis.";

    /** For {@link java.util.ServiceLoader}. */
    public RedisBrokerProvider() {}

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public boolean isConfigured(Settings settings) {
        return settings.text(PREFIX + "url").isPresent();
    }

    @Override
    public Broker create(Settings settings, Codecs codecs) {
        RedisBrokerBuilder builder = RedisBroker.builder().codecs(codecs);
        settings.text(PREFIX + "url").ifPresent(builder::url);
        settings.text(PREFIX + "user").ifPresent(builder::user);
        settings.text(PREFIX + "password").ifPresent(password -> {
            builder.password(password);
            builder.credentials(() -> new RedisCredentials(
                    settings.text(PREFIX + "user"),
                    settings.text(PREFIX + "password").orElse(password)));
        });
        settings.text(PREFIX + "trust-store").map(Path::of).ifPresent(builder::trustStore);
        settings.text(PREFIX + "trust-store-password").ifPresent(builder::trustStorePassword);
        settings.text(PREFIX + "key-store").map(Path::of).ifPresent(builder::keyStore);
        settings.text(PREFIX + "key-store-password").ifPresent(builder::keyStorePassword);
        settings.text(PREFIX + "consumer-name").ifPresent(builder::consumerName);
        settings.duration(PREFIX + "retry-after").ifPresent(builder::retryAfter);
        settings.number(PREFIX + "max-deliveries").ifPresent(builder::maxDeliveries);
        settings.duration(PREFIX + "claim-after").ifPresent(builder::claimAfter);
        settings.duration(PREFIX + "block-for").ifPresent(builder::blockFor);
        settings.number(PREFIX + "batch-size").ifPresent(builder::batchSize);
        settings.duration(PREFIX + "timeout").ifPresent(builder::timeout);
        settings.duration(PREFIX + "shutdown-timeout").ifPresent(builder::shutdownTimeout);
        settings.text(PREFIX + "connect").ifPresent(value -> builder.connect(connect(value)));
        ConfiguredRetention retention = new ConfiguredRetention(settings, PREFIX);
        builder.maxLength(retention.everywhere().maxLength());
        builder.trimUnacked(retention.everywhere().trimUnacked());
        builder.deadLetterMaxLength(retention.everywhere().deadLetterMaxLength());
        builder.retention(retention);
        settings.text(PREFIX + "dead-letter-suffix").ifPresent(builder::deadLetterSuffix);
        settings.text(PREFIX + "key-prefix").ifPresent(builder::keyPrefix);
        settings.duration(PREFIX + "idempotency-window").ifPresent(builder::idempotencyWindow);
        return builder.connect();
    }

    private static Connect connect(String value) {
        return switch (value.toLowerCase(Locale.ROOT)) {
            case "lazy" -> Connect.LAZY;
            case "eager" -> Connect.EAGER;
            default ->
                throw new IllegalArgumentException(
                        PREFIX + "connect: lazy or eager is needed (was \"" + value + "\"). Write one of them.");
        };
    }
}
