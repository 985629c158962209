package dev.millrace.tck;

import static dev.millrace.tck.Capability.STEPPED_TIME;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import dev.millrace.ConsumerOptions;
import dev.millrace.StartAt;

/** Where a group starts. */
public interface StartPositionContract extends Theme {

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
}
