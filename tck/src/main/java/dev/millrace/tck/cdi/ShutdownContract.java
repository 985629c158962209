package dev.millrace.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import dev.millrace.tck.Assertion;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Draining;
import dev.millrace.tck.Gate;
import dev.millrace.tck.RecordingHandler;
import dev.millrace.tck.Theme;
import dev.millrace.tck.Threads;

/** How an application stops, where its container is closed. */
@SuppressWarnings({"exports", "missing-explicit-ctor"}) // The beans are public only because an interface holds them.
public interface ShutdownContract extends Theme {

    /** Waits at the gate, and then needs everything that CDI offers. */
    @ApplicationScoped
    class Slow {

        @Inject
        Journal journal;

        @Inject
        Gate gate;

        @Inject
        ContextsContract.Basket basket;

        @Inject
        MessageBroker broker;

        @Consumes(topic = Application.TOPIC, group = Bench.GROUP)
        void handle(BrokerMessage message) {
            journal.add("started " + message.text());
            gate.pass();
            basket.name();
            broker.publish(message.topic() + ".invoices", "invoice");
            journal.add("finished " + message.text());
        }
    }

    /** Fails once the gate is open. */
    @ApplicationScoped
    class SlowToFail {

        @Inject
        Journal journal;

        @Inject
        Gate gate;

        @Consumes(topic = Application.TOPIC, group = "failing")
        void handle() {
            journal.add("failing");
            gate.pass();
            throw new IllegalStateException("as the test asked");
        }
    }

    @Assertion("DRN-2")
    default void shutdownWaitsForWhatIsInHandAndStartsNothing(Bench bench) throws Exception {
        Application application = started(bench);
        application.publish("order 1");
        application.publish("order 2");
        application.journal().await("started order 1");

        closeWhileInHand(bench, application);

        assertThat(application.journal().lines("started")).containsExactly(" order 1");
        assertThat(application.journal().lines("finished")).containsExactly(" order 1");
    }

    @Assertion("DRN-2")
    default void whatFinishedDuringTheShutdownIsAckedAndTheRestIsLeftToOthers(Bench bench) throws Exception {
        Application application = started(bench);
        application.publish("order 1");
        application.publish("order 2");
        application.journal().await("started order 1");
        closeWhileInHand(bench, application);

        RecordingHandler other = bench.handler();
        bench.consume(bench.replica("two"), other);
        bench.pass(bench.claimAfter().multipliedBy(2));

        bench.awaitMarker(other);
        assertThat(other.seen("order 1")).isEmpty();
        assertThat(other.awaitEnded("order 2").deliveries()).isEqualTo(1);
    }

    @Assertion("DRN-5")
    default void idleApplicationStopsInWellUnderASecond(Bench bench) {
        Application application = started(bench);
        application.gate().open();
        application.publish("order");
        application.journal().await("finished order");

        long start = System.nanoTime();
        application.close();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
    }

    @Assertion("DRN-6")
    default void handlerThatThrowsDoesNotEndTheShutdownForTheOthers(Bench bench) throws Exception {
        Application application = Application.start(
                bench, Slow.class, SlowToFail.class, ContextsContract.Basket.class, ContextsContract.Neighbour.class);
        application.publish("order");
        application.journal().await("started order");
        application.journal().await("failing");

        closeWhileInHand(bench, application);

        assertThat(application.journal().lines("finished")).containsExactly(" order");
    }

    @Assertion("DRN-7")
    default void noThreadRemainsAfterTheShutdown(Bench bench) throws InterruptedException {
        startHandleAndClose(bench);
        Set<Thread> before = Threads.running();

        startHandleAndClose(bench);

        Threads.awaitNoneBut(before, bench.patience());
    }

    private static void startHandleAndClose(Bench bench) {
        Application application = started(bench);
        application.gate().open();
        application.publish("order");
        application.journal().await("finished order");
        application.close();
        bench.close(bench.replica("application"));
    }

    private static Application started(Bench bench) {
        return Application.start(bench, Slow.class, ContextsContract.Basket.class, ContextsContract.Neighbour.class);
    }

    /** Closes the application, which must wait for the gate, and then opens it. */
    private static void closeWhileInHand(Bench bench, Application application) throws Exception {
        CompletableFuture<?> closed = Draining.beginClose("the application", application, bench.patience());
        bench.passUnsettled(bench.gap());
        assertThat(closed).isNotDone();
        application.gate().open();
        closed.get(bench.patience().toSeconds(), TimeUnit.SECONDS);
    }
}
