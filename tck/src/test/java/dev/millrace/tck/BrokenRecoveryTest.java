package dev.millrace.tck;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.ConsumerOptions;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import dev.millrace.Subscription;
import dev.millrace.memory.MemoryBroker;
import org.junit.jupiter.api.Test;

/** The kit finds brokers that retry, claim, count or stop wrongly: each fails just the assertions that forbid it. */
class BrokenRecoveryTest {

    /** Lets its leases run out while handlers run. */
    static class NoLease implements ClaimsContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    return sound.consume(topic, options.maxRuntime(Duration.ofMillis(1)), handler);
                }
            });
        }
    }

    @Test
    void leaseThatIsNotRenewedIsFound() {
        // The second owner loses it too, but maybe not before the test is over.
        FailedAssertions.assertFails(NoLease.class, Set.of("CLM-2"), Set.of("CLM-3"));
    }

    /** Takes over what others have before its time. */
    static class ClaimsEarly implements ClaimsContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(BrokenBroker::new) {
                @Override
                public Broker open(String consumer, BrokerConfig config) {
                    return super.open(
                            consumer, config.claimAfter(config.claimAfter().dividedBy(3)));
                }
            };
        }
    }

    @Test
    void earlyClaimIsFound() {
        FailedAssertions.assertFails(ClaimsEarly.class, "CLM-1");
    }

    /** Does not count deliveries, and so tries for ever. */
    static class NeverGivesUp implements AllowanceContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    return sound.consume(topic, options.maxDeliveries(1000), handler);
                }
            });
        }
    }

    @Test
    void countThatNeverRunsOutIsFound() {
        FailedAssertions.assertFails(NeverGivesUp.class, "RTY-6", "OPT-1");
    }

    /** Goes on half a gap too soon. */
    static class RetriesEarly implements RetryContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    Duration gap = options.retryAfter().orElse(Duration.ofSeconds(5));
                    return sound.consume(topic, options.retryAfter(gap.dividedBy(2)), handler);
                }
            });
        }
    }

    @Test
    void earlyRetryIsFound() {
        FailedAssertions.assertFails(RetriesEarly.class, "RTY-1", "RTY-2", "RTY-3");
    }

    /** Counts a delivery whenever it starts, as a read of one's own history does. */
    static class RestartCounts implements RetryContract {
        @Override
        public BrokerHarness harness() {
            AtomicInteger restarts = new AtomicInteger();
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    return sound.consume(
                            topic,
                            options,
                            delivery -> handler.handle(
                                    withDeliveries(delivery, delivery.message().deliveries() + restarts.get())));
                }

                @Override
                public void close() {
                    restarts.incrementAndGet();
                    sound.close();
                }
            });
        }
    }

    @Test
    void restartThatCountsIsFound() {
        FailedAssertions.assertFails(RestartCounts.class, "RTY-2");
    }

    /** Leaves what it holds pending in its name when it stops. */
    static class HandsNothingBack implements HandBackContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public void close() {
                    ((MemoryBroker) sound).crash();
                }
            });
        }
    }

    @Test
    void workThatIsNotHandedBackIsFound() {
        FailedAssertions.assertFails(HandsNothingBack.class, "DRN-4");
    }

    /** Copies the payload alone. */
    static class DeadLetterWithoutHeaders implements DeadLettersContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    return sound.consume(
                            topic,
                            options,
                            delivery -> handler.handle(
                                    topic.endsWith(Bench.DEAD)
                                            ? with(
                                                    delivery,
                                                    BrokerMessage.builder(
                                                            topic,
                                                            delivery.message().payload()))
                                            : delivery));
                }
            });
        }
    }

    @Test
    void deadLetterWithoutHeadersIsFound() {
        FailedAssertions.assertFails(DeadLetterWithoutHeaders.class, "DLQ-2");
    }

    /** Says that it has drained, and cuts off what is in hand. */
    static class DrainsWithoutWaiting implements DrainContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public boolean drain(Duration timeout) {
                    sound.drain(Duration.ZERO);
                    return true;
                }
            });
        }
    }

    @Test
    void drainThatDoesNotWaitIsFound() {
        FailedAssertions.assertFails(DrainsWithoutWaiting.class, "DRN-2", "DRN-3", "DRN-6");
    }

    private static Delivery withDeliveries(Delivery delivery, int deliveries) {
        BrokerMessage message = delivery.message();
        return with(
                delivery,
                BrokerMessage.builder(message.topic(), message.payload())
                        .id(message.id())
                        .headers(message.headers())
                        .deliveries(deliveries));
    }

    private static Delivery with(Delivery delivery, BrokerMessage.Builder message) {
        BrokerMessage changed = message.build();
        return new Delivery() {
            @Override
            public BrokerMessage message() {
                return changed;
            }

            @Override
            public void ack() {
                delivery.ack();
            }

            @Override
            public void retry() {
                delivery.retry();
            }

            @Override
            public void retry(Duration after) {
                delivery.retry(after);
            }
        };
    }
}
