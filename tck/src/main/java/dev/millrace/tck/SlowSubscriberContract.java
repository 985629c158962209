package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import dev.millrace.BroadcastSubscription;
import dev.millrace.Broker;
import dev.millrace.MessageGap;
import dev.millrace.Overflow;
import dev.millrace.Position;
import dev.millrace.SubscriberOptions;

/** What happens to a broadcast subscriber that is slower than its topic. */
public interface SlowSubscriberContract extends Theme {

    /** What is published while the slow one has its first message in hand. */
    int MESSAGES = 50;

    @Assertion("TPC-6")
    default void blockingSubscriberMissesNothingAndHoldsUpNobody(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order 0", gate.holding());
        BroadcastSubscription subscription = outrun(bench, slow, Overflow.BLOCK);

        gate.open();

        slow.awaitEnded("order " + MESSAGES);
        assertThat(slow.texts()).startsWith(orders(0, MESSAGES).toArray(String[]::new));
        assertThat(subscription.dropped()).isZero();
    }

    @Assertion("TPC-6")
    default void oldestAreDroppedAndCounted(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order 0", gate.holding());
        BroadcastSubscription subscription = outrun(bench, slow, Overflow.DROP_OLDEST);
        awaitDropped(slow, subscription);

        gate.open();
        bench.awaitMarker(slow);

        assertThat(slow.texts()).contains("order 0", "order " + MESSAGES).doesNotContain("order 1");
        assertThat(subscription.dropped() + slow.seen().size()).isEqualTo(MESSAGES + 3L);
    }

    @Assertion("TPC-6")
    default void newestAreDroppedAndCounted(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order 0", gate.holding());
        BroadcastSubscription subscription = outrun(bench, slow, Overflow.DROP_NEWEST);
        awaitDropped(slow, subscription);

        gate.open();
        slow.awaitEnded(6);
        bench.awaitMarker(slow);

        assertThat(slow.texts()).startsWith(orders(0, 5).toArray(String[]::new)).doesNotContain("order " + MESSAGES);
        assertThat(subscription.dropped() + slow.seen().size()).isEqualTo(MESSAGES + 3L);
    }

    @Assertion("TPC-6")
    default void failingSubscriberEndsWithItsReasonAndDisturbsNobody(Bench bench) {
        CapturedLog log = bench.log();
        Gate gate = bench.gate();
        RecordingHandler slow = bench.handler().on("order 0", gate.holding());
        RecordingHandler other = bench.handler();
        bench.subscribe(Position.earliest(), other);
        BroadcastSubscription subscription = outrun(bench, slow, Overflow.FAIL);
        slow.await("the subscriber to fail", () -> subscription.failure().isPresent());

        gate.open();
        bench.awaitMarker(other);

        assertThat(slow.texts()).containsExactly("order 0");
        assertThat(subscription.failure())
                .get()
                .extracting(Throwable::getMessage)
                .asString()
                .contains(bench.topic());
        assertThat(log.lines(bench.topic(), "buffer of 5 is full")).hasSize(1);
    }

    @Assertion("TPC-6")
    default void whatWaitedForAFailingSubscriberIsCountedAsDropped(Bench bench) {
        RecordingHandler slow = bench.handler().on("order 0", bench.gate().holding());

        BroadcastSubscription subscription = outrun(bench, slow, Overflow.FAIL);

        slow.await("the subscriber to fail", () -> subscription.failure().isPresent());
        assertThat(subscription.dropped()).isEqualTo(6);
    }

    /** Publishes until the slow subscriber, with a buffer of five, has been offered all that it holds up. */
    private static BroadcastSubscription outrun(Bench bench, RecordingHandler slow, Overflow overflow) {
        RecordingHandler fast = bench.handler();
        SubscriberOptions options = SubscriberOptions.from(Position.earliest());
        BroadcastSubscription subscription =
                bench.subscribe(bench.broker(), options.buffer(5).overflow(overflow), slow);
        bench.subscribe(bench.broker(), options, fast);
        bench.publish("order 0");
        slow.awaitStarted("order 0");
        bench.publish(orders(1, MESSAGES).toArray(String[]::new));
        fast.awaitEnded("order " + MESSAGES);
        // What is read later than the orders comes when they all have been offered.
        bench.publish("behind");
        fast.awaitEnded("behind");
        return subscription;
    }

    /** One message is in hand and five wait: a subscriber may be offered the others later than its neighbour. */
    private static void awaitDropped(RecordingHandler slow, BroadcastSubscription subscription) {
        slow.await("what is too much to be dropped", () -> subscription.dropped() == MESSAGES + 2L - 6L);
    }

    private static List<String> orders(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(i -> "order " + i).toList();
    }

    @Assertion("TPC-4")
    default void whatTheTopicDroppedIsToldBeforeTheNextMessage(Bench bench) {
        bench.config(bench.config().maxLength(10));
        Gate gate = bench.gate();
        List<MessageGap> gaps = new CopyOnWriteArrayList<>();
        List<Integer> handledBefore = new CopyOnWriteArrayList<>();
        RecordingHandler slow = bench.handler().on("order 0", gate.holding());
        SubscriberOptions options = SubscriberOptions.from(Position.earliest())
                .buffer(1)
                .onGap(gap -> {
                    handledBefore.add(slow.seen().size());
                    gaps.add(gap);
                });
        bench.subscribe(bench.broker(), options, slow);
        bench.publish("order 0");
        slow.awaitStarted("order 0");
        int published = 2_000;
        bench.publish(orders(1, published).toArray(String[]::new));

        gate.open();

        slow.awaitEnded("order " + published);
        assertThat(gaps).isNotEmpty();
        MessageGap gap = gaps.get(0);
        Seen next = slow.seen().get(handledBefore.get(0));
        assertThat(gap.before()).isEqualTo(next.message().id());
        assertThat(gap.after())
                .isEqualTo(slow.seen().get(handledBefore.get(0) - 1).message().id());
        assertThat(gaps).allSatisfy(each -> assertThat(each.topic()).isEqualTo(bench.topic()));
        if (gaps.stream().allMatch(each -> each.count().isPresent())) {
            long missing =
                    gaps.stream().mapToLong(each -> each.count().orElseThrow()).sum();
            assertThat(slow.seen().size() + missing).isEqualTo(published + 1L);
        }
    }

    @Assertion("TPC-4")
    default void subscriberAfterAMessageLongDroppedIsToldSo(Bench bench) {
        bench.config(bench.config().maxLength(10));
        List<MessageGap> gaps = new CopyOnWriteArrayList<>();
        String noted = bench.publish("order 0");
        bench.publish(orders(1, 2_000).toArray(String[]::new));
        RecordingHandler handler = bench.handler();

        bench.subscribe(
                bench.broker(), SubscriberOptions.from(Position.after(noted)).onGap(gaps::add), handler);

        handler.awaitEnded("order 2000");
        assertThat(gaps)
                .singleElement()
                .satisfies(gap -> assertThat(gap.after()).isEqualTo(noted));
    }

    @Assertion("TPC-4")
    default void subscriberAtTheFirstInstantIsToldOfNoGapWhereNothingIsMissing(Bench bench) {
        List<MessageGap> gaps = new CopyOnWriteArrayList<>();
        RecordingHandler handler = bench.handler();
        bench.publish("order");

        bench.subscribe(
                bench.broker(),
                SubscriberOptions.from(Position.at(Instant.EPOCH)).onGap(gaps::add),
                handler);

        handler.awaitEnded("order");
        assertThat(gaps).isEmpty();
    }

    @Assertion("TPC-4")
    default void subscriberThatKeepsUpIsToldOfNoGap(Bench bench) {
        bench.config(bench.config().maxLength(10));
        List<MessageGap> gaps = new CopyOnWriteArrayList<>();
        RecordingHandler handler = bench.handler();
        Broker broker = bench.broker();
        for (Position from : List.of(Position.latest(), Position.earliest())) {
            bench.subscribe(broker, SubscriberOptions.from(from).onGap(gaps::add), handler);
        }

        for (int i = 0; i < 500; i++) {
            bench.publish("order " + i);
            handler.awaitEnded("order " + i, 2);
        }

        assertThat(gaps).isEmpty();
    }
}
