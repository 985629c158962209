package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;

import dev.millrace.ConsumerOptions;
import dev.millrace.DeadLetter;
import dev.millrace.DeadLetterHeaders;
import dev.millrace.DeadLetters;
import dev.millrace.OutgoingMessage;

/** What can be done with dead letters. */
public interface RequeueContract extends Theme {

    @Assertion("DLQ-6")
    default void deadLetterTellsWhatHappenedAndHoldsTheMessage(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(1), handler);
        String id = bench.publish(
                OutgoingMessage.to(bench.topic(), "order").event("placed").header("tenant", "main"));
        handler.awaitEnded("order");
        bench.settle();

        DeadLetter letter = bench.broker().deadLetters(bench.topic()).list(10).get(0);

        assertThat(letter.reason()).isEqualTo(DeadLetter.Reason.MAX_DELIVERIES);
        assertThat(letter.topic()).isEqualTo(bench.topic());
        assertThat(letter.group()).isEqualTo(Bench.GROUP);
        assertThat(letter.messageId()).isEqualTo(id);
        assertThat(letter.consumer()).startsWith("one");
        assertThat(letter.deliveries()).isEqualTo(1);
        assertThat(letter.exception()).contains(IllegalStateException.class.getName());
        assertThat(letter.exceptionMessage()).contains("as the test asked");
        assertThat(letter.message().text()).isEqualTo("order");
        assertThat(letter.message().event()).contains("placed");
        assertThat(letter.message().headers()).isEqualTo(Map.of("tenant", "main"));
    }

    @Assertion("DLQ-6")
    default void topicWithoutDeadLettersListsNone(Bench bench) {
        DeadLetters letters = bench.broker().deadLetters(bench.topic());

        assertThat(letters.list(10)).isEmpty();
        assertThat(letters.count()).isZero();
        assertThat(letters.find("1-0")).isEmpty();
        assertThat(letters.requeue("1-0")).isFalse();
        assertThat(letters.purge("1-0")).isFalse();
    }

    @Assertion("DLQ-6")
    default void deadLetterIsMeantByItsWholeIdOnly(Bench bench) {
        DeadLetters letters = kill(bench, "order");
        String id = letters.list(1).get(0).id();

        for (String other : List.of(id.substring(0, id.indexOf('-')), "9".repeat(20) + "-0", id + "-0", "first", "")) {
            assertThat(letters.find(other)).as(other).isEmpty();
            assertThat(letters.requeue(other)).as(other).isFalse();
            assertThat(letters.purge(other)).as(other).isFalse();
            assertThatIllegalArgumentException().isThrownBy(() -> letters.listAfter(other, 1));
        }
        assertThat(letters.count()).isEqualTo(1);
    }

    @Assertion("DLQ-6")
    default void deadLettersAreListedByPagesOldestFirst(Bench bench) {
        DeadLetters letters = kill(bench, "order 1", "order 2", "order 3");

        List<DeadLetter> first = letters.list(2);
        List<DeadLetter> rest = letters.listAfter(first.get(1).id(), 2);

        assertThat(first).extracting(letter -> letter.message().text()).containsExactly("order 1", "order 2");
        assertThat(rest).extracting(letter -> letter.message().text()).containsExactly("order 3");
        assertThat(letters.count()).isEqualTo(3);
    }

    @Assertion("DLQ-6")
    default void pageOfNothingOrAfterNoIdIsRefused(Bench bench) {
        DeadLetters letters = bench.broker().deadLetters(bench.topic());

        assertThatIllegalArgumentException().isThrownBy(() -> letters.list(0));
        assertThatIllegalArgumentException().isThrownBy(() -> letters.listAfter("not an id", 1));
    }

    @Assertion("DLQ-6")
    default void deadLetterIsFoundByItsId(Bench bench) {
        DeadLetters letters = kill(bench, "order 1", "order 2");
        String id = letters.list(2).get(1).id();

        assertThat(letters.find(id))
                .hasValueSatisfying(
                        letter -> assertThat(letter.message().text()).isEqualTo("order 2"));
    }

    @Assertion("DLQ-6")
    default void requeuedMessageIsHandledWithAFreshAllowance(Bench bench) {
        RecordingHandler handler = bench.handler();
        DeadLetters letters = kill(bench, "order");
        bench.consume(bench.replica("two"), handler);

        boolean there = letters.requeue(letters.list(1).get(0).id());

        assertThat(handler.awaitEnded("order").deliveries()).isEqualTo(1);
        assertThat(there).isTrue();
        assertThat(letters.count()).isZero();
    }

    @Assertion({"DLQ-6", "MSG-3"})
    default void requeuedMessageHasAnotherIdAndOnlyItsOwnHeaders(Bench bench) {
        RecordingHandler failing = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(1), failing);
        bench.publish(OutgoingMessage.to(bench.topic(), "order").event("placed").header("tenant", "main"));
        Seen dead = failing.awaitEnded("order");
        bench.settle();
        bench.close(bench.broker());
        RecordingHandler handler = bench.handler();
        bench.consume(handler);

        bench.broker().deadLetters(bench.topic()).requeueIf(letter -> true);

        Seen again = handler.awaitEnded("order");
        assertThat(again.message().id()).isNotEqualTo(dead.message().id());
        assertThat(again.message().event()).contains("placed");
        assertThat(again.message().headers()).isEqualTo(Map.of("tenant", "main"));
    }

    @Assertion("DLQ-6")
    default void requeuedMessageGoesToTheGroupThatFailedOnly(Bench bench) {
        RecordingHandler shipping = bench.handler();
        bench.consume(bench.replica("two"), ConsumerOptions.group("shipping"), shipping);
        DeadLetters letters = kill(bench, "order");
        shipping.awaitEnded("order");
        RecordingHandler billing = bench.handler();
        bench.consume(bench.replica("two"), billing);

        letters.requeueIf(letter -> true);

        billing.awaitEnded("order");
        bench.awaitMarker(shipping);
        assertThat(shipping.seen("order")).hasSize(1);
    }

    /** As where a group was renamed or deleted. */
    @Assertion("DLQ-6")
    default void deadLetterOfAGroupThatIsGoneStaysListed(Bench bench) {
        RecordingHandler handler = bench.handler();
        bench.consume(handler);
        DeadLetters letters = bench.broker().deadLetters(bench.topic());
        String id = bench.publish(
                OutgoingMessage.to(bench.topic() + Bench.DEAD, "order").header(DeadLetterHeaders.GROUP, "gone"));

        assertThatIllegalStateException()
                .isThrownBy(() -> letters.requeue(id))
                .withMessageContaining("was gone; groups: " + Bench.GROUP);
        assertThat(letters.requeueIf(letter -> true)).isZero();

        assertThat(letters.count()).isEqualTo(1);
    }

    @Assertion("DLQ-6")
    default void requeuedMessageThatFailsAgainIsADeadLetterAgain(Bench bench) {
        RecordingHandler handler = bench.handler().on("order", Reactions.throwing());
        bench.consume(bench.options().maxDeliveries(1), handler);
        bench.publish("order");
        handler.awaitEnded("order");
        bench.settle();

        bench.broker().deadLetters(bench.topic()).requeueIf(letter -> true);

        handler.awaitEnded("order", 2);
        bench.settle();
        assertThat(bench.broker().deadLetters(bench.topic()).list(10))
                .singleElement()
                .satisfies(letter -> assertThat(letter.group()).isEqualTo(Bench.GROUP));
    }

    @Assertion("DLQ-6")
    default void requeueTakesThoseThatMatch(Bench bench) {
        DeadLetters letters = kill(bench, "order 1", "order 2", "order 3");

        long requeued = letters.requeueIf(letter -> !letter.message().text().equals("order 2"));

        assertThat(requeued).isEqualTo(2);
        assertThat(letters.list(10))
                .extracting(letter -> letter.message().text())
                .containsExactly("order 2");
    }

    @Assertion("DLQ-6")
    default void purgeRemovesOne(Bench bench) {
        DeadLetters letters = kill(bench, "order 1", "order 2");

        boolean there = letters.purge(letters.list(1).get(0).id());

        assertThat(there).isTrue();
        assertThat(letters.list(10))
                .extracting(letter -> letter.message().text())
                .containsExactly("order 2");
    }

    @Assertion("DLQ-6")
    default void purgeTakesThoseThatMatch(Bench bench) {
        DeadLetters letters = kill(bench, "order 1", "order 2", "order 3");

        long purged = letters.purgeIf(letter -> letter.message().text().equals("order 2"));

        assertThat(purged).isEqualTo(1);
        assertThat(letters.list(10))
                .extracting(letter -> letter.message().text())
                .containsExactly("order 1", "order 3");
    }

    /** Has each of these fail for good in the group, on a replica that is closed afterwards. */
    private static DeadLetters kill(Bench bench, String... texts) {
        RecordingHandler failing = bench.handler().otherwise(Reactions.throwing());
        bench.consume(bench.replica("failing"), bench.options().maxDeliveries(1), failing);
        bench.publish(texts);
        failing.awaitEnded(texts.length);
        bench.settle();
        bench.close(bench.replica("failing"));
        return bench.broker().deadLetters(bench.topic());
    }
}
