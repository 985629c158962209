package dev.millrace.tck;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;

import dev.millrace.ConsumerOptions;
import dev.millrace.Delivery;
import dev.millrace.PullConsumer;
import dev.millrace.Subscription;
import org.junit.jupiter.api.Test;

/** The kit finds brokers whose pull loses messages, or gives them to the wrong one. */
class BrokenPullTest {

    /**
     * What depends on which thread is first: a drain may see an ack that is still under way, and a consumer that
     * nobody asks keeps a message for about as long as a broken broker is waited for.
     */
    private static final Set<String> MAYBE = Set.of("DRN-2", "DRN-3", "CLM-2", "GRP-1");

    /** Acks a message when it gives it. */
    static class AckWhenGiven implements PullContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public PullConsumer consumer(String topic, ConsumerOptions options) {
                    return new Acking(sound.consumer(topic, options));
                }
            });
        }
    }

    @Test
    void ackOfWhatIsOnlyGivenIsFound() {
        FailedAssertions.assertFails(AckWhenGiven.class, Set.of("TPC-5", "DLV-8", "RTY-6"), MAYBE);
    }

    /** Has one name for all its consumers. */
    static class OneNameForAll implements PullContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public PullConsumer consumer(String topic, ConsumerOptions options) {
                    return sound.consumer(topic, options.consumer("everybody"));
                }
            });
        }
    }

    @Test
    void namesThatMakeNoDifferenceAreFound() {
        FailedAssertions.assertFails(OneNameForAll.class, Set.of("TPC-5"), MAYBE);
    }

    private record Acking(PullConsumer sound) implements PullConsumer {

        @Override
        public Delivery next() throws InterruptedException {
            Delivery delivery = sound.next();
            delivery.ack();
            return delivery;
        }

        @Override
        public Optional<Delivery> poll(Duration timeout) throws InterruptedException {
            Optional<Delivery> delivery = sound.poll(timeout);
            delivery.ifPresent(Delivery::ack);
            return delivery;
        }

        @Override
        public void requireBroker() {
            sound.requireBroker();
        }

        @Override
        public Iterator<Delivery> iterator() {
            return sound.iterator();
        }

        @Override
        public Subscription subscription() {
            return sound.subscription();
        }

        @Override
        public void close() {
            sound.close();
        }
    }
}
