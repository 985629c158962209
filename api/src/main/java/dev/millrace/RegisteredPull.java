package dev.millrace;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The subscription of a pull consumer, which is over too when its caller closes the consumer. */
final class RegisteredPull extends RegisteredSubscription {

    private final PullConsumer consumer;

    RegisteredPull(PullConsumer consumer, BooleanSupplier isForGood) {
        super(consumer.subscription(), isForGood);
        this.consumer = consumer;
    }

    /** The consumer as its caller sees it. */
    PullConsumer face() {
        return new Face();
    }

    private final class Face implements PullConsumer {

        @Override
        public Delivery next() throws InterruptedException {
            return consumer.next();
        }

        @Override
        public Optional<Delivery> poll(Duration timeout) throws InterruptedException {
            return consumer.poll(timeout);
        }

        @Override
        public void requireBroker() {
            consumer.requireBroker();
        }

        @Override
        public Iterator<Delivery> iterator() {
            return consumer.iterator();
        }

        @Override
        public Subscription subscription() {
            return RegisteredPull.this;
        }

        @Override
        public void close() {
            consumer.close();
            RegisteredPull.this.close();
        }

        @Override
        public String toString() {
            return consumer.toString();
        }
    }
}
