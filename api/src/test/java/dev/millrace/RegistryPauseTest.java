package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** DRN-2: the pause of a registry is for good. */
class RegistryPauseTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final ConsumerOptions BILLING = ConsumerOptions.group("billing");

    private final TinyBroker broker = new TinyBroker();
    private final ConsumerRegistry consumers = new ConsumerRegistry(broker);

    @AfterEach
    void close() {
        consumers.close();
        broker.close();
    }

    @Test
    void consumerOfAPausedRegistryIsNotResumed() {
        Subscription subscription = consumers.consume("resumed", BILLING, message -> {});
        consumers.pause();

        subscription.resume();
        broker.publish("resumed", "x");

        assertThat(subscription.awaitIdle(LONG)).isTrue();
        assertThat(broker.acked()).isEmpty();
    }

    @Test
    void subscriberOfAPausedRegistryIsNotResumed() {
        BroadcastSubscription subscription = consumers.subscribe("resumed", Position.latest(), message -> {});
        consumers.pause();

        subscription.resume();
        broker.publish("resumed", "x");

        assertThat(subscription.awaitIdle(LONG)).isTrue();
        assertThat(subscription.position()).isEmpty();
    }

    @Test
    void pullConsumerOfAPausedRegistryIsNotResumed() throws Exception {
        PullConsumer consumer = consumers.consumer("resumed", BILLING);
        consumers.pause();

        consumer.subscription().resume();
        broker.publish("resumed", "x");

        assertThat(consumer.poll(Duration.ofMillis(200))).isEmpty();
    }

    @Test
    void pauseHoldsWhereASubscriptionIsBeingResumedMeanwhile() throws Exception {
        PausedMeanwhile meanwhile = new PausedMeanwhile();
        ConsumerRegistry registry = new ConsumerRegistry(meanwhile);
        meanwhile.pause = new Thread(registry::pause);
        Subscription subscription = registry.consume("meanwhile", BILLING, message -> {});
        subscription.pause();

        subscription.resume();
        meanwhile.pause.join();
        meanwhile.publish("meanwhile", "x");

        assertThat(subscription.awaitIdle(LONG)).isTrue();
        assertThat(meanwhile.acked()).isEmpty();
        registry.close();
        meanwhile.close();
    }

    /** Has its registry paused in the middle of a resume: until that is done, or waits for the resume. */
    private static final class PausedMeanwhile extends TinyBroker {

        private Thread pause = new Thread();

        @Override
        public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
            return new Pausing(super.consume(topic, options, handler));
        }

        private final class Pausing extends RegisteredSubscription {

            Pausing(Subscription subscription) {
                super(subscription, () -> false);
            }

            @Override
            public void resume() {
                pause.start();
                while (pause.isAlive() && pause.getState() != Thread.State.BLOCKED) {
                    Thread.onSpinWait();
                }
                super.resume();
            }
        }
    }
}
