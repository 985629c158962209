package dev.millrace.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import dev.millrace.ConsumerOptions;
import dev.millrace.PullConsumer;
import dev.millrace.RetryPolicy;
import dev.millrace.Subscription;
import org.junit.jupiter.api.Test;

class PullConsumersTest {

    private final CompletableFuture<List<Subscription>> drained = new CompletableFuture<>();
    private final PullConsumers pulls = new PullConsumers(
            (topic, options, handler) -> drainedMeanwhile(), topic -> {}, new RetryPolicy(5, Duration.ofSeconds(5)));

    /** A drain that begins when the broker has started the consumer, and its caller has not got it yet. */
    private Subscription drainedMeanwhile() {
        Thread draining = new Thread(() -> drained.complete(pulls.with(List.of())), "draining");
        draining.start();
        while (!Set.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TERMINATED)
                .contains(draining.getState())) {
            Thread.onSpinWait();
        }
        return new NoWork();
    }

    @Test
    void consumerThatIsBeingOpenedIsDrainedWithTheOthers() {
        PullConsumer opened = pulls.open("order", ConsumerOptions.group("billing"));

        assertThat(drained.join()).containsExactly(opened.subscription());
    }

    private static final class NoWork implements Subscription {

        @Override
        public String topic() {
            return "order";
        }

        @Override
        public String group() {
            return "billing";
        }

        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public boolean awaitIdle(Duration timeout) {
            return true;
        }

        @Override
        public void close() {}
    }
}
