package dev.millrace;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a CDI bean a broadcast handler: every process gets every message of the topic, its own
 * included, in topic order, one at a time. There is no group, no ack and no retry: a message whose handler
 * throws is logged and passed over.
 *
 * <p>The method has the shapes of one with {@link Consumes}, {@link Delivery} aside, and is called in a request
 * context and a trace of the message's own, until the drain. Messages that the topic dropped before they came
 * here are told of by a {@link MessageGap}, fired as a CDI event before the message that follows them.
 *
 * <p>{@code topic} and {@code from} may be expressions, as there. The buffer can be overridden by
 * {@code millrace.subscriber.<topic>.buffer}, where a source of the configuration lists that name.
 *
 * <pre>{@code
 * @Subscribes(topic = "prices", from = "earliest")
 * void onPrice(Price price) { prices.put(price.article(), price); }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Subscribes {

    /** The topic to get messages of. Not blank. */
    String topic();

    /** Where it starts: {@code latest}, {@code earliest}, {@code after:<id>} or {@code at:<instant>}. */
    String from() default "latest";

    /** How many messages wait for this handler at most, 1 or more; or 32 MB, whichever is first. */
    int buffer() default SubscriberOptions.DEFAULT_BUFFER;

    /** What becomes of a message for which there is no room. */
    Overflow overflow() default Overflow.BLOCK;
}
