package dev.millrace;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a CDI bean the handler of a topic for a group.
 *
 * <p>Each group gets every message of the topic; the members of a group (all replicas of the
 * application) share them. The method is called through the bean's contextual reference, so interceptors
 * such as {@code @Transactional} apply, in a request context of its own. When it returns, or the
 * {@link java.util.concurrent.CompletionStage} that it returns completes, the message is acked; when it
 * throws anything, the message stays pending and is tried again by its {@link RetryPolicy}. Delivery is at
 * least once: write handlers that may run twice.
 *
 * <p>The method takes nothing, one {@link BrokerMessage}, one payload ({@code String} is its text,
 * {@code byte[]} its bytes, any other type is decoded by the topic's {@link PayloadCodec}), or a message
 * and a payload in either order; with {@link AckMode#MANUAL} a {@link Delivery} stands in for the message.
 * Any other shape fails the deployment.
 *
 * <p>{@code topic} and {@code group} may be expressions: {@code "${orders.topic:order.placed}"} is resolved
 * from the configuration at deployment. Every number and duration here can be overridden there by
 * {@code millrace.handler.<topic>.<group>.<option>}, the option written with hyphens
 * ({@code max-deliveries}), where a source of the configuration lists that name. Durations are written
 * {@code "500ms"}, {@code "5s"}, {@code "2m"}, {@code "1h"}, {@code "1d"} or in ISO form ({@code "PT5S"}).
 *
 * <pre>{@code
 * @Consumes(topic = "order.placed", group = "billing")
 * @Transactional
 * void onPlaced(Order order) { invoices.createFor(order); }
 * }</pre>
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Consumes {

    /** The topic to take messages from. Not blank. */
    String topic();

    /** The group this handler works for. Not blank; two groups of one name on one topic are one group. */
    String group();

    /**
     * The name of the event that this handler is for; empty for the whole topic. Several handlers of one event
     * all run, in no promised order, and the message is acked once each has finished; when it comes again all
     * of them run again. A topic in a group has either handlers of events or one of the whole topic; handlers of
     * events agree on every option but the concurrency, of which the highest counts.
     */
    String event() default "";

    /** What becomes of a message whose event no live member of the group handles; for handlers of events only. */
    Unhandled unhandled() default Unhandled.ACK;

    /** How many messages this handler works on at the same time in this process, 1 or more. */
    int concurrency() default 1;

    /**
     * The header whose value is a message's key, such as {@code "customer"}: messages of one key are handled
     * one at a time and in the topic's order, whatever the concurrency, within this process. A message that
     * failed holds back those of its key until it is handled or a dead letter, and no others. Messages without
     * the header are handled as they come. A handler that settles by hand and works on lets the next of its key
     * begin meanwhile. Empty for no such order.
     */
    String orderedBy() default "";

    /** Where the group starts when it does not exist yet; without effect on a group that does. */
    StartAt startAt() default StartAt.AUTO;

    /** Who settles a delivery: the handler's return (the default), or the handler by hand. */
    AckMode ack() default AckMode.AUTO;

    /**
     * Failures that no further delivery can mend: the message becomes a dead letter at once. A failure
     * counts when it, or one of its causes, is an instance of one of these.
     */
    Class<? extends Throwable>[] deadLetterOn() default {};

    /** How many times the handler runs for a message at most, the first included; 0 is the broker's default (5). */
    int maxDeliveries() default 0;

    /** The gap after the first failure, doubled after each further one; empty is the broker's default (5 s). */
    String retryAfter() default "";

    /**
     * How long the lease of one delivery is renewed; after that another consumer may run the message while
     * this handler still does. Empty renews for as long as the handler runs.
     */
    String maxRuntime() default "";
}
