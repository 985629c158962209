package dev.millrace.redis.internal.stream;

/**
 * How topics are called on the server.
 *
 * @param prefix what every key begins with
 * @param deadLetterSuffix what names the topic of a topic's dead letters
 */
public record TopicKeys(String prefix, String deadLetterSuffix) {

    /** The consumer of each group that holds what was handed back; every member treats it as its own. */
    public static final String PARKED = "~released";

    /** The stream of a topic. */
    public String stream(String topic) {
        return prefix + topic;
    }

    /** The stream of a topic's dead letters. */
    public String deadLetters(String topic) {
        return stream(dead(topic));
    }

    /** The topic of a topic's dead letters. */
    public String dead(String topic) {
        return topic + deadLetterSuffix;
    }

    /** Whether a topic is itself one of dead letters. */
    public boolean isDeadLetterTopic(String topic) {
        return topic.endsWith(deadLetterSuffix);
    }

    /** The topic whose messages a topic holds: of one of dead letters, the one they died on. */
    public String living(String topic) {
        return isDeadLetterTopic(topic) ? topic.substring(0, topic.length() - deadLetterSuffix.length()) : topic;
    }

    /** The hash of what is remembered about a topic, in the slot of its stream. */
    public String side(String topic) {
        return sameSlot(stream(topic)) + ":millrace";
    }

    /** Where an idempotency key of a topic is remembered, in the slot of its stream. */
    public String once(String topic, String idempotencyKey) {
        return side(topic) + ":once:" + idempotencyKey;
    }

    /** Where the holder of a consumer's name is noted. */
    public String consumer(String name) {
        return prefix + "millrace:consumer:" + name;
    }

    private static String sameSlot(String key) {
        int open = key.indexOf('{');
        boolean hasTag = open >= 0 && key.indexOf('}', open) > open + 1;
        return hasTag ? key : "{" + key + "}";
    }
}
