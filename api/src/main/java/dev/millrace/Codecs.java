package dev.millrace;

/**
 * Which codec a topic's payloads go through. Asked often, by any thread; the answer for a topic does not
 * change.
 *
 * <p>In an application, a CDI bean of this type is what the broker goes by, beneath the settings
 * {@code millrace.codec.<topic>}:
 *
 * <pre>{@code
 * @Produces
 * @ApplicationScoped
 * Codecs codecs() {
 *     return Codecs.everywhere(PayloadCodec.jsonb()).topic("readings", new CborCodec());
 * }
 * }</pre>
 */
@FunctionalInterface
public interface Codecs {

    /** The codec of a topic. */
    PayloadCodec codec(String topic);

    /** One codec for all topics. */
    static Codecs everywhere(PayloadCodec codec) {
        Require.notNull("codec", codec);
        return topic -> codec;
    }

    /** The same, but for one topic. */
    default Codecs topic(String name, PayloadCodec codec) {
        String chosen = Require.notBlank("topic", name);
        Require.notNull("codec of topic " + name, codec);
        return topic -> topic.equals(chosen) ? codec : codec(topic);
    }
}
