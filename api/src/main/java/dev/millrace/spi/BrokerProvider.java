package dev.millrace.spi;

import dev.millrace.Broker;
import dev.millrace.Codecs;
import dev.millrace.PayloadCodec;

/**
 * How a broker is found where the application produces none: through {@link java.util.ServiceLoader}, by
 * name or by what is configured.
 */
public interface BrokerProvider {

    /** The name that {@code millrace.provider} selects it by, such as {@code redis}. */
    String name();

    /**
     * Whether the settings ask for this provider without naming it, as {@code millrace.redis.url} does.
     * Asked only when {@code millrace.provider} is not set.
     */
    boolean isConfigured(Settings settings);

    /**
     * A broker by the settings, whose codecs are those that {@code millrace.codec} and
     * {@code millrace.codec.<topic>} name, JSON-B for all other topics.
     *
     * @see #create(Settings, Codecs)
     */
    default Broker create(Settings settings) {
        return create(settings, new ConfiguredCodecs(settings, Codecs.everywhere(PayloadCodec.jsonb())));
    }

    /**
     * A broker by the settings. Does not wait for the broker to be reachable, and opens nothing before the
     * first use.
     *
     * @param codecs what encodes and decodes the payloads of each topic
     * @throws IllegalArgumentException if a setting is invalid, naming it and its value
     */
    Broker create(Settings settings, Codecs codecs);
}
