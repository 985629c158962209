package dev.millrace.tck;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import dev.millrace.BroadcastSubscription;
import dev.millrace.DeliveryHandler;
import dev.millrace.OutgoingMessage;
import dev.millrace.Overflow;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;
import org.junit.jupiter.api.Test;

/** The kit finds brokers whose broadcast loses, repeats, or keeps quiet about what it lost. */
class BrokenBroadcastTest {

    /** Takes a publisher's own messages for known to it, as some tails filter them out. */
    static class OwnMessagesLeftOut implements BroadcastContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                private final Set<String> own = ConcurrentHashMap.newKeySet();

                @Override
                public String publish(OutgoingMessage message) {
                    own.add(message.payload().toString());
                    return sound.publish(message);
                }

                @Override
                public BroadcastSubscription subscribe(
                        String topic, SubscriberOptions options, DeliveryHandler handler) {
                    return sound.subscribe(
                            topic,
                            options,
                            delivery -> own.contains(delivery.message().text())
                                    ? CompletableFuture.completedFuture(null)
                                    : handler.handle(delivery));
                }
            });
        }
    }

    @Test
    void ownMessagesLeftOutAreFound() {
        FailedAssertions.assertFails(
                OwnMessagesLeftOut.class, "TPC-1", "TPC-2", "DRN-2", "DRN-5", "DRN-6", "DRN-7", "DRN-8");
    }

    /** Replays with an overlap, which gives the first message twice. */
    static class OverlappingReplay implements PositionContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public BroadcastSubscription subscribe(
                        String topic, SubscriberOptions options, DeliveryHandler handler) {
                    Set<String> seen = new HashSet<>();
                    return sound.subscribe(topic, options, delivery -> {
                        if (seen.isEmpty() && seen.add(delivery.message().id())) {
                            handler.handle(delivery);
                        }
                        return handler.handle(delivery);
                    });
                }
            });
        }
    }

    @Test
    void overlapOfReplayAndLiveIsFound() {
        FailedAssertions.assertFails(OverlappingReplay.class, "TPC-3");
    }

    /** Starts at whatever comes next, wherever it was told to start. */
    static class AlwaysAtTheLatest implements PositionContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public BroadcastSubscription subscribe(
                        String topic, SubscriberOptions options, DeliveryHandler handler) {
                    return sound.subscribe(topic, SubscriberOptions.from(Position.latest()), handler);
                }
            });
        }
    }

    @Test
    void positionThatIsIgnoredIsFound() {
        FailedAssertions.assertFails(AlwaysAtTheLatest.class, "TPC-3");
    }

    /** Keeps what it lost to itself. */
    static class GapsUntold implements SlowSubscriberContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public BroadcastSubscription subscribe(
                        String topic, SubscriberOptions options, DeliveryHandler handler) {
                    return sound.subscribe(topic, options.onGap(gap -> {}), handler);
                }
            });
        }
    }

    @Test
    void gapThatIsNotToldIsFound() {
        FailedAssertions.assertFails(GapsUntold.class, "TPC-4");
    }

    /** Drops without asking, whatever the policy says. */
    static class AlwaysDropping implements SlowSubscriberContract {
        @Override
        public BrokerHarness harness() {
            return new BrokenHarness(sound -> new BrokenBroker(sound) {
                @Override
                public BroadcastSubscription subscribe(
                        String topic, SubscriberOptions options, DeliveryHandler handler) {
                    return sound.subscribe(topic, options.overflow(Overflow.DROP_OLDEST), handler);
                }
            });
        }
    }

    @Test
    void policyThatIsIgnoredIsFound() {
        FailedAssertions.assertFails(AlwaysDropping.class, "TPC-4", "TPC-6");
    }
}
