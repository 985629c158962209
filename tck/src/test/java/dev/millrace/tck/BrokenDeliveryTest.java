package dev.millrace.tck;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import dev.millrace.AckMode;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeliveryHandler;
import dev.millrace.OutgoingMessage;
import dev.millrace.StartAt;
import dev.millrace.Subscription;
import org.junit.jupiter.api.Test;

/** The kit finds brokers that lose, multiply or misread messages: each fails just the assertions that forbid it. */
class BrokenDeliveryTest {

    /** Acks first and handles then, as consumers that "auto-commit" do. */
    static class AckBeforeHandling implements DeliveryContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    return sound.consume(topic, options.ack(AckMode.MANUAL), delivery -> {
                        delivery.ack();
                        return handler.handle(delivery);
                    });
                }
            });
        }
    }

    @Test
    void ackBeforeHandlingIsFound() {
        FailedAssertions.assertFails(AckBeforeHandling.class, "DLV-1", "DLV-6");
    }

    /** Logs a failure, at best, and forgets the message. */
    static class DropOnThrow implements DeliveryContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    return sound.consume(topic, options, delivery -> {
                        try {
                            return handler.handle(delivery).handle((value, failure) -> value);
                        } catch (Throwable dropped) {
                            return CompletableFuture.completedFuture(null);
                        }
                    });
                }
            });
        }
    }

    @Test
    void messageDroppedOnAThrowIsFound() {
        FailedAssertions.assertFails(DropOnThrow.class, "DLV-1", "DLV-6");
    }

    /** Works on one message more than it was told to. */
    static class OneTooMany implements NeighboursContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    return sound.consume(topic, options.concurrency(options.concurrency() + 1), handler);
                }
            });
        }
    }

    @Test
    void concurrencyBeyondTheBoundIsFound() {
        // Of two that begin at once, one may begin only after the test has let the other go.
        FailedAssertions.assertFails(OneTooMany.class, Set.of("DLV-4"), Set.of("OPT-1"));
    }

    /** A plain queue: whoever comes first has the message, of whatever group. */
    static class OneCopyForAllGroups implements GroupsContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    return sound.consume(topic, ConsumerOptions.group("all").startAt(options.startAt()), handler);
                }
            });
        }
    }

    @Test
    void oneCopyForAllGroupsIsFound() {
        FailedAssertions.assertFails(OneCopyForAllGroups.class, "GRP-2", "GRP-5");
    }

    /** Creates its group at the end again after a restart. */
    static class GroupCreatedAgainAtTheEnd implements StartPositionContract {
        @Override
        public BrokerHarness harness() {
            AtomicInteger restarts = new AtomicInteger();
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public Subscription consume(String topic, ConsumerOptions options, DeliveryHandler handler) {
                    ConsumerOptions broken = restarts.get() == 0
                            ? options
                            : ConsumerOptions.group(options.group() + restarts).startAt(StartAt.LATEST);
                    return sound.consume(topic, broken, handler);
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
    void groupCreatedAgainAtTheEndIsFound() {
        FailedAssertions.assertFails(GroupCreatedAgainAtTheEnd.class, "GRP-3");
    }

    /** Takes payloads for text. */
    static class PayloadsAsText implements MessagesContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public String publish(OutgoingMessage message) {
                    return message.payload() instanceof byte[] bytes
                            ? sound.publish(message.topic(), new String(bytes, StandardCharsets.UTF_8))
                            : sound.publish(message);
                }
            });
        }
    }

    @Test
    void payloadTakenForTextIsFound() {
        FailedAssertions.assertFails(PayloadsAsText.class, "PUB-6", "MSG-2");
    }

    /** Forgets idempotency keys. */
    static class ForgetsKeys implements PublishingContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public String publish(OutgoingMessage message) {
                    return sound.publish(message.topic(), message.payload(), message.headers());
                }
            });
        }
    }

    @Test
    void forgottenKeyIsFound() {
        FailedAssertions.assertFails(ForgetsKeys.class, "PUB-4");
    }
}
