package dev.millrace.tck;

import static dev.millrace.tck.Capability.CRASH;
import static dev.millrace.tck.Capability.OUTAGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

import dev.millrace.Broker;
import dev.millrace.BrokerMessage;
import dev.millrace.BrokerUnavailableException;
import dev.millrace.Delivery;
import dev.millrace.PullConsumer;

/** Messages taken one by one, by who asks for them. */
public interface PullContract extends Theme {

    private static PullConsumer pull(Bench bench, Broker broker, String name) {
        // The topic is the test's own, and so is the name.
        return broker.consumer(bench.topic(), Bench.GROUP, bench.topic() + "-" + name);
    }

    private static Delivery next(Bench bench, PullConsumer consumer) throws InterruptedException {
        return consumer.poll(bench.patience())
                .orElseThrow(() -> new AssertionError("no message within " + bench.patience()));
    }

    /** Takes the next message and is done with it. */
    private static BrokerMessage acked(Bench bench, PullConsumer consumer) throws InterruptedException {
        Delivery delivery = next(bench, consumer);
        delivery.ack();
        return delivery.message();
    }

    /** Asks for a message on a thread of its own, for as long as it takes, and is done with it. */
    private static CompletableFuture<String> asking(PullConsumer consumer) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                Delivery delivery = consumer.next();
                delivery.ack();
                return delivery.message().text();
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        });
    }

    @Assertion("TPC-5")
    default void messagesAreGivenOneByOneInTheirOrder(Bench bench) throws InterruptedException {
        PullConsumer consumer = pull(bench, bench.broker(), "a");

        bench.publish("1", "2", "3");

        assertThat(acked(bench, consumer).text()).isEqualTo("1");
        assertThat(acked(bench, consumer).text()).isEqualTo("2");
        assertThat(acked(bench, consumer).text()).isEqualTo("3");
    }

    @Assertion("TPC-5")
    default void whoAsksWaitsForAMessageToCome(Bench bench) {
        PullConsumer consumer = pull(bench, bench.broker(), "a");
        CompletableFuture<String> asking = asking(consumer);

        bench.publish("order");

        assertThat(asking.orTimeout(bench.patience().toSeconds(), TimeUnit.SECONDS)
                        .join())
                .isEqualTo("order");
    }

    @Assertion("TPC-5")
    default void whatIsAckedDoesNotComeAgain(Bench bench) throws InterruptedException {
        PullConsumer consumer = pull(bench, bench.broker(), "a");
        bench.publish("order");
        acked(bench, consumer);
        consumer.close();

        bench.pass(bench.claimAfter().multipliedBy(2));

        PullConsumer again = pull(bench, bench.broker(), "a");
        bench.publish("marker");
        assertThat(acked(bench, again).text()).isEqualTo("marker");
    }

    @Assertion("TPC-5")
    @Requires(CRASH)
    default void whatWasNotSettledComesBackToTheSameNameAfterARestart(Bench bench) throws InterruptedException {
        Broker dying = bench.replica("dying");
        PullConsumer consumer = pull(bench, dying, "a");
        bench.publish("order");
        next(bench, consumer);
        bench.crash(dying);
        PullConsumer again = pull(bench, bench.replica("dying"), "a");

        bench.pass(bench.gap());

        BrokerMessage order = acked(bench, again);
        assertThat(order.text()).isEqualTo("order");
        assertThat(order.deliveries()).isEqualTo(2);
    }

    @Assertion("TPC-5")
    @Requires(CRASH)
    default void whatWasNotSettledGoesToAnotherNameAfterTheClaimTime(Bench bench) throws InterruptedException {
        Broker dying = bench.replica("dying");
        PullConsumer consumer = pull(bench, dying, "a");
        bench.publish("order");
        Instant given = bench.now();
        next(bench, consumer);
        bench.crash(dying);
        PullConsumer other = pull(bench, bench.replica("dying"), "b");

        bench.pass(bench.claimAfter().dividedBy(2));
        bench.publish("marker");
        // On a slow machine the claim time is over by now, and the order may come first.
        Map<String, Instant> came = new HashMap<>();
        came.put(acked(bench, other).text(), bench.now());
        bench.pass(bench.claimAfter());
        came.put(acked(bench, other).text(), bench.now());

        assertThat(came).containsOnlyKeys("marker", "order");
        assertThat(Duration.between(given, came.get("order")))
                .isGreaterThanOrEqualTo(Bench.atLeast(bench.claimAfter()));
    }

    @Assertion({"TPC-5", "CLM-2"})
    default void whatIsGivenIsNobodyElsesHoweverLongItTakes(Bench bench) throws InterruptedException {
        PullConsumer slow = pull(bench, bench.broker(), "a");
        bench.publish("order");
        Delivery delivery = next(bench, slow);
        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);

        bench.pass(bench.claimAfter().multipliedBy(3));
        bench.awaitMarker(other);
        delivery.ack();
        slow.close();

        bench.pass(bench.claimAfter());
        bench.awaitMarker(other);
        assertThat(other.seen("order")).isEmpty();
    }

    @Assertion({"TPC-5", "GRP-1"})
    default void whoDoesNotAskKeepsNothingFromTheOthers(Bench bench) {
        PullConsumer idle = pull(bench, bench.broker(), "a");
        bench.publish("1", "2", "3");
        RecordingHandler other = bench.handler();

        bench.consume(bench.replica("two"), other);

        assertThat(other.awaitEnded("1").deliveries()).isEqualTo(1);
        other.awaitEnded("2");
        other.awaitEnded("3");
        idle.close();
    }

    @Assertion({"TPC-5", "DLV-8"})
    default void retryGivesItAgainAfterItsGap(Bench bench) throws InterruptedException {
        PullConsumer consumer = pull(bench, bench.broker(), "a");
        bench.publish("order");
        Delivery first = next(bench, consumer);
        Instant failed = bench.now();
        first.retry();

        bench.pass(bench.gap());

        assertThat(acked(bench, consumer).deliveries()).isEqualTo(2);
        assertThat(Duration.between(failed, bench.now())).isGreaterThanOrEqualTo(Bench.atLeast(bench.gap()));
    }

    @Assertion({"TPC-5", "RTY-6"})
    default void whatIsOutOfDeliveriesBecomesADeadLetter(Bench bench) throws InterruptedException {
        PullConsumer consumer =
                bench.broker().consumer(bench.topic(), bench.options().maxDeliveries(1));
        bench.publish("order");

        next(bench, consumer).retry();

        assertThat(bench.awaitDeadLetters(1))
                .singleElement()
                .satisfies(letter -> assertThat(letter.text()).isEqualTo("order"));
    }

    @Assertion("TPC-5")
    default void askingForMoreThanMayBeUnsettledIsRefused(Bench bench) throws InterruptedException {
        PullConsumer consumer = pull(bench, bench.broker(), "a");
        bench.publish("order");
        Delivery unsettled = next(bench, consumer);

        assertThatIllegalStateException()
                .isThrownBy(() -> consumer.poll(bench.patience()))
                .withMessageContainingAll(bench.topic(), unsettled.message().id());
        unsettled.ack();
    }

    @Assertion("TPC-5")
    default void closeFailsWhatIsUnsettled(Bench bench) throws InterruptedException {
        PullConsumer consumer = pull(bench, bench.broker(), "a");
        bench.publish("order");
        Delivery unsettled = next(bench, consumer);

        consumer.close();
        unsettled.ack();
        PullConsumer again = pull(bench, bench.broker(), "a");
        bench.pass(bench.gap());

        assertThat(acked(bench, again).deliveries()).isEqualTo(2);
    }

    @Assertion({"TPC-5", "DRN-2"})
    default void drainWaitsForWhatWasGivenAndThenEndsTheConsumer(Bench bench) throws InterruptedException {
        PullConsumer consumer = pull(bench, bench.broker(), "a");
        bench.publish("order");
        Delivery delivery = next(bench, consumer);
        CompletableFuture<Boolean> drained =
                CompletableFuture.supplyAsync(() -> bench.broker().drain(bench.patience()));
        bench.passUnsettled(bench.gap());
        assertThat(drained).isNotDone();

        delivery.ack();

        assertThat(drained.join()).isTrue();
        assertThatIllegalStateException()
                .isThrownBy(() -> consumer.poll(bench.patience()))
                .withMessageContaining("closed");
    }

    @Assertion({"TPC-5", "DRN-3"})
    default void whatIsUnsettledAfterTheDrainMayBeSettledWhileTheBrokerIsOpen(Bench bench) throws InterruptedException {
        PullConsumer consumer = pull(bench, bench.broker(), "a");
        bench.publish("order");
        Delivery delivery = next(bench, consumer);
        assertThat(bench.broker().drain(Duration.ZERO)).isFalse();

        delivery.ack();
        bench.close(bench.broker());

        PullConsumer again = pull(bench, bench.broker(), "a");
        bench.pass(bench.claimAfter().multipliedBy(2));
        bench.publish("marker");
        assertThat(acked(bench, again).text()).isEqualTo("marker");
    }

    @Assertion({"TPC-5", "DRN-5"})
    default void closeOfTheBrokerLetsGoOfWhoAsks(Bench bench) {
        Broker broker = bench.replica("closing");
        CompletableFuture<String> asking = asking(pull(bench, broker, "a"));

        bench.close(broker);

        assertThatThrownBy(asking::join).hasCauseInstanceOf(IllegalStateException.class);
    }

    @Assertion("TPC-5")
    @Requires(OUTAGE)
    default void outageIsSurvivedByWhoAsks(Bench bench) {
        PullConsumer consumer = pull(bench, bench.broker(), "a");
        bench.publish("before");
        assertThat(asking(consumer).join()).isEqualTo("before");
        CompletableFuture<String> asking = asking(consumer);
        bench.harness().stopServer();
        bench.harness().startServer();

        publishOnceItIsBack(bench);

        assertThat(asking.orTimeout(bench.patience().toSeconds(), TimeUnit.SECONDS)
                        .join())
                .isEqualTo("after");
    }

    private static void publishOnceItIsBack(Bench bench) {
        for (Instant limit = Instant.now().plus(bench.patience()); Instant.now().isBefore(limit); ) {
            try {
                bench.publish("after");
                return;
            } catch (BrokerUnavailableException e) {
                Thread.onSpinWait();
            }
        }
        throw new AssertionError("the server did not come back within " + bench.patience());
    }

    @Assertion("TPC-5")
    default void blankNamesAreRefused(Bench bench) {
        Broker broker = bench.broker();

        assertThatIllegalArgumentException().isThrownBy(() -> broker.consumer(" ", Bench.GROUP, "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> broker.consumer(bench.topic(), "", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> broker.consumer(bench.topic(), Bench.GROUP, " "));
    }

    @Assertion("TPC-5")
    default void closedBrokerOpensNone(Bench bench) {
        Broker broker = bench.replica("closed");
        bench.close(broker);

        assertThatIllegalStateException().isThrownBy(() -> broker.consumer(bench.topic(), bench.options()));
    }
}
