package dev.millrace.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.PullConsumer;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;

/**
 * The pull consumers of one broker: each stands on a subscription of the broker's that is settled by hand, and has
 * from it all that becomes of a message. Thread-safe.
 *
 * <p>A provider opens them here, drains {@link #with} them, and ends them when it is closed, so that nobody waits for
 * a message of a broker that is gone.
 */
public final class PullConsumers {

    private final Consuming broker;
    private final Consumer<String> reach;
    private final RetryPolicy defaults;
    private final Set<GroupPull> open = ConcurrentHashMap.newKeySet();
    private final Object opening = new Object();

    /** How a broker starts to consume. */
    @FunctionalInterface
    public interface Consuming {

        /** As {@link dev.millrace.Broker#consume}. */
        Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler);
    }

    /**
     * None yet.
     *
     * @param reach asks the broker for something of a topic, and throws what
     *     {@link PullConsumer#requireBroker()} says
     * @param defaults the broker's own, for options that bring none
     */
    public PullConsumers(Consuming broker, Consumer<String> reach, RetryPolicy defaults) {
        this.broker = broker;
        this.reach = reach;
        this.defaults = defaults;
    }

    /** Opens one, as {@link dev.millrace.MessageBroker#consumer(String, ConsumerOptions)}. */
    public PullConsumer open(String topic, ConsumerOptions options) {
        if (options == null) {
            throw new IllegalArgumentException(
                    "options of topic " + topic + ": a value is needed (was null). Give one.");
        }
        // A drain must not see the subscription alone: who then asks the consumer would wait for ever.
        synchronized (opening) {
            GroupPull pull = new GroupPull(
                    topic, options, options.retryPolicy(defaults), broker, () -> reach.accept(topic), open::remove);
            open.add(pull);
            return pull;
        }
    }

    /** The open ones as subscriptions, before others: to be drained together. Waits for one that is being opened. */
    public List<Subscription> with(Collection<? extends Subscription> others) {
        List<Subscription> all = new ArrayList<>();
        synchronized (opening) {
            open.forEach(pull -> all.add(pull.subscription()));
        }
        all.addAll(others);
        return all;
    }

    /** Lets go of whoever waits, and leaves everything else as it is: the broker is gone. */
    public void end() {
        open.forEach(GroupPull::end);
    }
}
