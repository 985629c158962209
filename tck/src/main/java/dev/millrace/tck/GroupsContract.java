package dev.millrace.tck;

import static dev.millrace.tck.Capability.STEPPED_TIME;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.millrace.ConsumerOptions;
import dev.millrace.StartAt;

/** Who gets a message, and from where on. */
public interface GroupsContract extends Theme {

    @Assertion("GRP-1")
    default void eachMessageGoesToOneMemberOfTheGroup(Bench bench) {
        RecordingHandler one = bench.handler();
        RecordingHandler two = bench.handler();
        bench.consume(bench.replica("one"), one);
        bench.consume(bench.replica("two"), two);
        List<String> orders = orders(100);

        orders.forEach(bench::publish);
        bench.awaitMarker(one, two);

        one.await("all orders here and in " + two, () -> orderCount(one, two) >= orders.size());
        bench.awaitMarker(one, two);
        assertThat(Stream.concat(one.texts().stream(), two.texts().stream()).filter(orders::contains))
                .containsExactlyInAnyOrderElementsOf(orders);
    }

    @Assertion("GRP-1")
    default void busyMemberLeavesTheNextMessageToAnother(Bench bench) {
        Gate gate = bench.gate();
        RecordingHandler one = bench.handler().otherwise(gate.holding());
        RecordingHandler two = bench.handler().otherwise(gate.holding());
        bench.consume(bench.replica("one"), one);
        bench.consume(bench.replica("two"), two);

        bench.publish("order 1", "order 2");

        one.awaitInHand(1);
        two.awaitInHand(1);
    }

    @Assertion("GRP-2")
    default void eachGroupGetsEveryMessage(Bench bench) {
        RecordingHandler billing = bench.handler();
        RecordingHandler shipping = bench.handler();
        bench.consume(ConsumerOptions.group("billing"), billing);
        bench.consume(ConsumerOptions.group("shipping"), shipping);
        List<String> orders = orders(20);

        orders.forEach(bench::publish);

        billing.awaitEnded(20);
        shipping.awaitEnded(20);
        assertThat(billing.texts()).isEqualTo(orders);
        assertThat(shipping.texts()).isEqualTo(orders);
    }

    @Assertion("GRP-3")
    default void topicWithoutAGroupHoldsWhatIsPublished(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.publish("order 1", "order 2");

        bench.consume(handler);

        handler.awaitEnded("order 2");
        assertThat(handler.texts()).containsExactly("order 1", "order 2");
    }

    @Assertion("GRP-3")
    default void secondGroupOfANewTopicMissesNothing(Bench bench) {
        RecordingHandler billing = bench.handler();
        RecordingHandler shipping = bench.handler();
        bench.consume(ConsumerOptions.group("billing"), billing);
        bench.publish("order");
        billing.awaitEnded("order");

        bench.consume(ConsumerOptions.group("shipping"), shipping);

        shipping.awaitEnded("order");
    }

    @Assertion("GRP-3")
    @Requires(STEPPED_TIME)
    default void groupAddedToAnOldTopicStartsAtThePresentAndSaysWhatItPassesOver(Bench bench) {
        RecordingHandler billing = bench.handler();
        RecordingHandler shipping = bench.handler();
        bench.consume(ConsumerOptions.group("billing"), billing);
        bench.publish("order 1", "order 2", "order 3");
        billing.awaitEnded("order 3");
        bench.pass(Duration.ofMinutes(11));
        CapturedLog log = bench.log();

        bench.consume(ConsumerOptions.group("shipping"), shipping);

        bench.awaitFirstMarker(shipping);
        assertThat(shipping.texts()).noneMatch(text -> text.startsWith("order"));
        assertThat(log.infos(bench.topic(), "shipping", "3")).hasSize(1);
    }

    @Assertion("GRP-3")
    @Requires(STEPPED_TIME)
    default void earliestStartsAtTheBeginningOfAnOldTopic(Bench bench) {
        RecordingHandler billing = bench.handler();
        RecordingHandler shipping = bench.handler();
        // What every group has acked may be trimmed; held in hand by one group, it may not.
        Gate gate = bench.gate();
        billing.otherwise(gate.holding());
        bench.consume(ConsumerOptions.group("billing"), billing);
        bench.publish("order");
        billing.awaitStarted("order");
        bench.pass(Duration.ofMinutes(11));

        bench.consume(ConsumerOptions.group("shipping").startAt(StartAt.EARLIEST), shipping);

        shipping.awaitEnded("order");
    }

    @Assertion("GRP-3")
    default void latestPassesOverWhatANewTopicHolds(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.publish("order");

        bench.consume(bench.options().startAt(StartAt.LATEST), handler);

        bench.awaitFirstMarker(handler);
        assertThat(handler.seen("order")).isEmpty();
    }

    @Assertion("GRP-3")
    default void existingGroupGoesOnWhereItWas(Bench bench) {
        RecordingHandler before = bench.handler();
        bench.consume(bench.replica("one"), before);
        bench.publish("order 1");
        before.awaitEnded("order 1");
        bench.close(bench.replica("one"));
        bench.replica("publisher").publish(bench.topic(), "order 2");

        RecordingHandler after = bench.handler();
        bench.consume(bench.replica("one"), bench.options().startAt(StartAt.LATEST), after);

        after.awaitEnded("order 2");
    }

    @Assertion("GRP-3")
    default void existingGroupIsNotStartedOverByEarliest(Bench bench) {
        RecordingHandler before = bench.handler();
        bench.consume(bench.replica("one"), before);
        bench.publish("order 1");
        before.awaitEnded("order 1");
        bench.close(bench.replica("one"));

        RecordingHandler after = bench.handler();
        bench.consume(bench.replica("one"), bench.options().startAt(StartAt.EARLIEST), after);

        bench.awaitMarker(after);
        assertThat(after.seen("order 1")).isEmpty();
    }

    @Assertion("GRP-4")
    default void subscribingBeforeAnythingWasPublishedWorks(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);

        bench.publish("order");

        handler.awaitEnded("order");
    }

    @Assertion("GRP-5")
    default void ackOfOneGroupLeavesTheEntryToAnother(Bench bench) {
        RecordingHandler billing = bench.handler();
        RecordingHandler shipping = bench.handler().on("order", Reactions.throwingUpTo(1));
        bench.consume(ConsumerOptions.group("shipping"), shipping);
        bench.consume(ConsumerOptions.group("billing"), billing);
        bench.publish("order");
        shipping.awaitEnded("order");
        billing.awaitEnded("order");
        bench.awaitMarker(billing);

        bench.pass(bench.gap());

        shipping.awaitEnded("order", 2);
    }

    @Assertion("GRP-6")
    default void oneConsumerHandlesMessagesInTheOrderOfPublishing(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        List<String> orders = orders(300);

        orders.forEach(bench::publish);

        handler.awaitEnded(300);
        assertThat(handler.texts()).isEqualTo(orders);
    }

    private static List<String> orders(int count) {
        return IntStream.range(0, count).mapToObj(i -> "order " + i).toList();
    }

    private static long orderCount(RecordingHandler one, RecordingHandler two) {
        return Stream.of(one, two)
                .flatMap(handler -> handler.texts().stream())
                .filter(text -> text.startsWith("order"))
                .count();
    }
}
