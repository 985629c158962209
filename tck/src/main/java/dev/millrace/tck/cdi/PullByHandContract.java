package dev.millrace.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Delivery;
import dev.millrace.MessageBroker;
import dev.millrace.PullConsumer;
import dev.millrace.tck.Assertion;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Draining;
import dev.millrace.tck.RecordingHandler;
import dev.millrace.tck.Theme;

/** What an application pulls through the broker that is injected. */
@SuppressWarnings({"exports", "missing-explicit-ctor"}) // The beans are public only because an interface holds them.
public interface PullByHandContract extends Theme {

    /** Has the broker. */
    @ApplicationScoped
    class Puller {

        @Inject
        MessageBroker broker;

        /** Opens a consumer of a topic. */
        public PullConsumer open(String topic) {
            return broker.consumer(topic, Bench.GROUP, topic + "-a");
        }
    }

    private static Delivery taken(Bench bench, PullConsumer consumer) throws InterruptedException {
        return consumer.poll(bench.patience())
                .orElseThrow(() -> new AssertionError("no message within " + bench.patience()));
    }

    @Assertion("REG-2")
    default void injectedBrokerPulls(Bench bench) throws InterruptedException {
        Application application = Application.start(bench, Puller.class);
        try (PullConsumer orders = application.get(Puller.class).open(bench.topic())) {
            application.publish("order");

            Delivery delivery = taken(bench, orders);
            delivery.ack();

            assertThat(delivery.message()).extracting(BrokerMessage::text).isEqualTo("order");
        }
    }

    @Assertion({"REG-2", "DRN-2"})
    default void shutdownWaitsForWhatWasPulledAndGivesNothingMore(Bench bench) throws Exception {
        Application application = Application.start(bench, Puller.class);
        PullConsumer orders = application.get(Puller.class).open(bench.topic());
        application.publish("order 1");
        application.publish("order 2");
        Delivery first = taken(bench, orders);
        CompletableFuture<?> closed = Draining.beginClose("the application", application, bench.patience());
        bench.passUnsettled(bench.gap());
        assertThat(closed).isNotDone();

        first.ack();

        closed.get(bench.patience().toSeconds(), TimeUnit.SECONDS);
        assertThatIllegalStateException().isThrownBy(() -> orders.poll(bench.patience()));
        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        assertThat(other.awaitEnded("order 2").deliveries()).isEqualTo(1);
        assertThat(other.seen("order 1")).isEmpty();
    }

    @Assertion({"REG-2", "DRN-5"})
    default void shutdownLetsGoOfWhoAsks(Bench bench) throws Exception {
        Application application = Application.start(bench, Puller.class);
        PullConsumer orders = application.get(Puller.class).open(bench.topic());
        CompletableFuture<Integer> given = CompletableFuture.supplyAsync(() -> {
            int count = 0;
            for (Delivery delivery : orders) {
                delivery.ack();
                count++;
            }
            return count;
        });

        application.close();

        assertThat(given.get(bench.patience().toSeconds(), TimeUnit.SECONDS)).isZero();
    }
}
