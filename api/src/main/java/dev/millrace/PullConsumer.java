package dev.millrace;

import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Takes the messages of a topic in a group one by one, when the caller asks for one, and has each settled by
 * hand. A member of the group like any other: what it takes, the others don't get.
 *
 * <pre>{@code
 * try (PullConsumer orders = broker.consumer("order.placed", "billing", "billing-1")) {
 *     for (Delivery delivery : orders) {
 *         invoices.createFor(delivery.message().json(Order.class));
 *         delivery.ack();
 *     }
 * }
 * }</pre>
 *
 * <p>What is due again, what others left behind and what is new take turns, as for any consumer. A delivery is in
 * hand from when it is given until it is settled, and its lease is renewed as long as that takes, so that nobody else
 * gets the message meanwhile. If the process dies before, the message comes again: to a consumer of the same name
 * after the gap of the {@link RetryPolicy}, to another after the broker's {@code claimAfter}. {@link Delivery#retry()}
 * and its gaps, the allowance of deliveries and dead letters are those of {@link Broker#consume}. A message is counted
 * as delivered when it is given; one that was fetched ahead and not asked for is handed back uncounted, open to every
 * member, within a second or, while another is unsettled, a few. Only the death of the process before that counts
 * against it; with one delivery allowed nothing is fetched ahead. With {@link ConsumerOptions#orderedBy}, what was
 * fetched stays here until it is asked for or the consumer is closed, to keep its place.
 *
 * <p>At most {@link ConsumerOptions#concurrency()} deliveries, 1 by default, may be unsettled at a time. To ask for
 * more is an {@link IllegalStateException} that names one to settle, since to wait for it would be to wait for ever.
 *
 * <p>An outage of the broker is not thrown: the consumer waits as if there were no message, and goes on when it is
 * over. Settling may wait for the outage to end. Who would rather know asks with {@link #requireBroker()}.
 *
 * <p>The caller's thread stays as it is: no request context is begun and no trace opened. To work in the trace of a
 * message, open {@code TraceContext.continuing(delivery.message().headers())}.
 *
 * <p>Thread-safe: several threads may take from one consumer, each message going to one of them, and a delivery may
 * be settled on any thread.
 */
public interface PullConsumer extends Iterable<Delivery>, AutoCloseable {

    /**
     * Waits for a message, for as long as it takes.
     *
     * @throws InterruptedException if the thread is interrupted before or meanwhile; nothing was taken
     * @throws IllegalStateException if as many deliveries as {@link ConsumerOptions#concurrency()} are unsettled, or
     *     the consumer is closed, drained with its broker or registry, or becomes so meanwhile
     */
    Delivery next() throws InterruptedException;

    /**
     * Waits for a message for a time. That there was none is no proof that the topic is empty: a message that another
     * member has, or that waits for its retry, is not to be had, and the broker needs a moment to be asked. Zero gives
     * only what has been fetched already.
     *
     * @throws IllegalArgumentException if the time is null or negative
     * @throws InterruptedException if the thread is interrupted before or meanwhile; nothing was taken
     * @throws IllegalStateException as {@link #next()}
     */
    Optional<Delivery> poll(Duration timeout) throws InterruptedException;

    /**
     * Returns where the broker can be reached now: to tell, after a {@link #poll} that gave nothing, an outage from a
     * topic without messages.
     *
     * @throws BrokerUnavailableException if the broker could not be reached within its time-out
     * @throws BrokerException if it answered, and refused
     * @throws IllegalStateException if the consumer or the broker is closed
     */
    void requireBroker();

    /**
     * The messages as they come, without an end but the consumer's: {@link Iterator#hasNext()} waits for the next
     * message, and is {@code false} once the consumer is closed or drained, or the thread interrupted, whose flag it
     * leaves set. It takes the message that {@link Iterator#next()} then gives, so leave a loop before asking it.
     * Both throw {@link IllegalStateException} where too many deliveries are unsettled, as {@link #next()} does, and
     * {@link Iterator#next()} throws {@link NoSuchElementException} where {@link Iterator#hasNext()} is {@code false}.
     */
    @Override
    Iterator<Delivery> iterator();

    /**
     * This consumer as a subscription, to be paused, resumed and drained. Paused, it gives nothing, and who asks waits.
     * Idle, all that was given is settled. Closing the subscription ends the consumer and leaves what was given in
     * hand: it may be settled as long as the broker is open, and is pending afterwards. {@link Broker#drain} and
     * {@link ConsumerRegistry#drain} stop a consumer in that way, without loss to a caller who finishes in time.
     */
    Subscription subscription();

    /**
     * Ends the consumer: nothing is given any more, and whoever waits is let go. What was given and is not settled
     * counts as failed, as by {@link Delivery#retry()}, so that it comes again after its gap; settling it later
     * changes nothing. Harmless when repeated. Waits a moment at most.
     */
    @Override
    void close();
}
