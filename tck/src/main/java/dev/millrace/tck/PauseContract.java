package dev.millrace.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.ConsumerOptions;
import dev.millrace.Subscription;

/** What a subscription does at run time when it is told to. */
public interface PauseContract extends Theme {

    @Assertion("DRN-8")
    default void pausedSubscriptionStartsNothing(Bench bench) {
        RecordingHandler paused = bench.handler();
        RecordingHandler other = bench.handler();
        Subscription subscription = bench.consume(paused);
        bench.consume(ConsumerOptions.group("other"), other);
        subscription.pause();

        bench.publish("order");

        bench.awaitMarker(other);
        bench.pass(bench.gap());
        assertThat(paused.seen()).isEmpty();
    }

    @Assertion("DRN-8")
    default void resumedSubscriptionTakesUpWhatCameMeanwhile(Bench bench) {
        RecordingHandler handler = bench.handler();
        Subscription subscription = bench.consume(handler);
        subscription.pause();
        bench.publish("order 1", "order 2");

        subscription.resume();

        handler.awaitEnded("order 2");
        assertThat(handler.texts()).containsExactly("order 1", "order 2");
    }

    @Assertion("DRN-8")
    default void pausedMemberLeavesTheMessagesToAnother(Bench bench) {
        RecordingHandler other = bench.handler();
        Subscription paused = bench.consume(bench.replica("one"), bench.handler());
        paused.pause();
        bench.consume(bench.replica("two"), other);

        bench.publish("order 1", "order 2");

        other.awaitEnded("order 2");
        assertThat(other.texts()).containsExactly("order 1", "order 2");
    }
}
