package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetter;
import dev.millrace.OutgoingMessage;
import dev.millrace.Subscription;
import dev.millrace.Unhandled;

/** Many events on one topic: each goes to a member that handles it, as long as there is one. */
public interface EventsContract extends Theme {

    /** How the text of a message begins that shows a member to be there. */
    String SERVED = "served ";

    @Assertion("EVT-1")
    default void handlerGetsItsEventsOnly(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handling(bench, "placed", "paid"), handler);
        publish(bench, "placed", "one");
        publish(bench, "shipped", "two");
        bench.publish("three");
        publish(bench, "paid", "four");
        publish(bench, "placed", "five");

        handler.awaitEnded("five");

        assertThat(handler.texts()).containsExactly("one", "four", "five");
    }

    @Assertion("EVT-1")
    default void eventThatNobodyHandlesIsAckedCountedAndToldOncePerName(Bench bench) {
        CapturedLog log = bench.log();
        RecordingHandler handler = bench.handler();
        Subscription subscription = bench.consume(handling(bench, "placed"), handler);
        publish(bench, "shipped", "one");
        publish(bench, "shipped", "two");
        publish(bench, "returned", "three");
        publish(bench, "placed", "end");
        handler.awaitEnded("end");
        bench.settle();

        assertThat(subscription.unhandled()).isEqualTo(3);
        assertThat(log.lines().stream()
                        .filter(line -> line.contains(bench.topic()) && line.contains("handled by no live")))
                .hasSize(2)
                .anyMatch(line -> line.contains("event shipped"))
                .anyMatch(line -> line.contains("event returned"));
    }

    @Assertion("EVT-1")
    default void eventThatWasAckedUnhandledDoesNotComeToALaterMember(Bench bench) {
        RecordingHandler old = bench.handler();
        bench.consume(handling(bench, "placed"), old);
        publish(bench, "shipped", "before");
        publish(bench, "placed", "end");
        old.awaitEnded("end");
        RecordingHandler later = bench.handler();
        bench.consume(bench.replica("two"), handling(bench, "shipped"), later);

        publish(bench, "shipped", "after");

        later.awaitEnded("after");
        assertThat(later.texts()).containsExactly("after");
    }

    @Assertion({"EVT-1", "DLQ-2"})
    default void eventThatNobodyHandlesIsADeadLetterWhereThatIsAskedFor(Bench bench) {
        bench.consume(handling(bench, "placed").unhandled(Unhandled.DEAD_LETTER), bench.handler());
        publish(bench, "shipped", "one");
        bench.awaitDeadLetters(1);

        DeadLetter letter = bench.broker().deadLetters(bench.topic()).list(1).get(0);
        assertThat(letter.reason()).isEqualTo(DeadLetter.Reason.UNHANDLED);
        assertThat(letter.deliveries()).isEqualTo(1);
        assertThat(letter.message().event()).contains("shipped");
        assertThat(letter.message().text()).isEqualTo("one");
    }

    @Assertion({"EVT-1", "DLQ-2"})
    default void eventThatNobodyHandlesReachesWhoConsumesDeadLettersAlready(Bench bench) {
        RecordingHandler undertaker = bench.handler();
        bench.consume(bench.broker(), bench.topic() + Bench.DEAD, ConsumerOptions.group("undertaker"), undertaker);
        RecordingHandler handler = bench.handler();
        bench.consume(handling(bench, "placed").unhandled(Unhandled.DEAD_LETTER), handler);
        publish(bench, "placed", "one");
        handler.awaitEnded("one");
        bench.settle();

        publish(bench, "shipped", "two");

        undertaker.awaitEnded("two");
    }

    @Assertion("EVT-1")
    default void olderReplicaLeavesEventsItDoesNotKnowToANewerOne(Bench bench) {
        Broker one = bench.replica("one");
        Broker two = bench.replica("two");
        RecordingHandler older = bench.handler();
        RecordingHandler newer = bench.handler();
        bench.consume(one, handling(bench, "placed").concurrency(2).unhandled(Unhandled.DEAD_LETTER), older);
        bench.consume(two, handling(bench, "placed", "shipped").concurrency(2), newer);
        awaitServed(bench, newer, "shipped");
        List<String> shipped =
                IntStream.range(0, 20).mapToObj(i -> "shipped " + i).toList();
        for (String text : shipped) {
            publish(bench, "placed", "placed with " + text);
            publish(bench, "shipped", text);
        }

        shipped.forEach(newer::awaitEnded);
        assertThat(shipped).allSatisfy(text -> {
            assertThat(older.seen(text)).isEmpty();
            assertThat(newer.seen(text)).hasSize(1);
            assertThat(newer.seen(text).get(0).message().deliveries()).isEqualTo(1);
        });
        assertThat(bench.broker().deadLetters(bench.topic()).list(100))
                .extracting(letter -> letter.message().text())
                .doesNotContainAnyElementsOf(shipped);
    }

    @Assertion("EVT-1")
    default void membersOfOneProcessLeaveEachOtherTheirEvents(Bench bench) {
        RecordingHandler placed = bench.handler();
        RecordingHandler paid = bench.handler();
        bench.consume(handling(bench, "placed"), placed);
        bench.consume(handling(bench, "paid"), paid);
        awaitServed(bench, placed, "placed");
        awaitServed(bench, paid, "paid");
        for (int i = 0; i < 10; i++) {
            publish(bench, "placed", "placed " + i);
            publish(bench, "paid", "paid " + i);
        }

        IntStream.range(0, 10).forEach(i -> {
            placed.awaitEnded("placed " + i);
            paid.awaitEnded("paid " + i);
        });
        assertThat(Stream.concat(placed.texts().stream(), paid.texts().stream()))
                .filteredOn(text -> !text.startsWith(SERVED))
                .hasSize(20)
                .doesNotHaveDuplicates();
    }

    @Assertion("EVT-1")
    default void whatAMemberHandedBackGoesToOneThatHandlesIt(Bench bench) {
        Broker one = bench.replica("one");
        Broker two = bench.replica("two");
        RecordingHandler failing = bench.handler().on("order", Reactions.throwing());
        RecordingHandler other = bench.handler();
        RecordingHandler heir = bench.handler();
        bench.consume(one, handling(bench, "shipped").maxDeliveries(100), failing);
        publish(bench, "shipped", "order");
        failing.awaitEnded("order");
        bench.settle();
        bench.consume(two, handling(bench, "placed"), other);
        awaitServed(bench, other, "placed");
        bench.consume(bench.replica("three"), handling(bench, "shipped", "returned"), heir);
        awaitServed(bench, heir, "returned");
        bench.close(one);

        bench.pass(bench.gap());

        assertThat(heir.awaitEnded("order").message().deliveries()).isGreaterThan(1);
        assertThat(other.seen("order")).isEmpty();
    }

    private static ConsumerOptions handling(Bench bench, String... events) {
        return bench.options().events(Set.of(events));
    }

    private static void publish(Bench bench, String event, String text) {
        bench.publish(OutgoingMessage.to(bench.topic(), text).event(event));
    }

    /** Publishes until the handler gets one: only the broker knows when its member has joined the group. */
    private static void awaitServed(Bench bench, RecordingHandler handler, String event) {
        Instant deadline = Instant.now().plus(bench.patience());
        while (handler.seen(SERVED + event).isEmpty()) {
            assertThat(Instant.now())
                    .as("%s to get a message of event %s", handler, event)
                    .isBefore(deadline);
            publish(bench, event, SERVED + event);
            handler.awaitChange(Duration.ofMillis(100));
        }
    }
}
