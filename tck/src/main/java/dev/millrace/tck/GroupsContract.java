package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.millrace.ConsumerOptions;

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
