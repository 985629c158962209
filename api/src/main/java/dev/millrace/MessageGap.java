package dev.millrace;

import java.util.OptionalLong;

/**
 * Messages that a topic dropped before a broadcast subscriber had them: it was away, or slower, for longer
 * than the topic keeps messages. Told before the first message after the gap.
 *
 * @param topic the topic
 * @param after the id up to which nothing is missing, which is that of the last message handed to the
 *     subscriber, where there was one
 * @param before the id of the first message after the gap
 * @param count how many messages are missing; empty where the broker cannot tell, and then there may be none:
 *     only that there is no message left between the two is certain
 */
public record MessageGap(String topic, String after, String before, OptionalLong count) {}
