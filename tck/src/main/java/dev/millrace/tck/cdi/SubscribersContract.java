package dev.millrace.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;

import dev.millrace.OutgoingMessage;
import dev.millrace.Subscribes;
import dev.millrace.TraceContext;
import dev.millrace.tck.Assertion;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Draining;
import dev.millrace.tck.Gate;
import dev.millrace.tck.Theme;

/** Broadcast handlers on beans. */
public interface SubscribersContract extends Theme {

    @Assertion({"HND-8", "TPC-1"})
    default void broadcastHandlerGetsEveryMessageInTopicOrder(Bench bench) {
        Application application = Application.start(bench, SubscribedDisplay.class, CallsOfRequest.class);

        bench.publish("one", "two", "three");

        assertThat(application.journal().await("done ", 3)).containsExactly("one", "two", "three");
    }

    @Assertion({"HND-8", "CTX-1"})
    default void eachMessageOfABroadcastHasItsOwnRequestContext(Bench bench) {
        Application application = Application.start(bench, SubscribedDisplay.class, CallsOfRequest.class);

        bench.publish("one", "two");

        assertThat(application.journal().await("shown ", 2)).containsExactly("one 1", "two 1");
    }

    @Assertion({"HND-8", "CTX-3"})
    default void broadcastIsHandledInTheTraceOfItsMessage(Bench bench) {
        Application application = Application.start(bench, SubscribedDisplay.class, CallsOfRequest.class);
        String trace = "4bf92f3577b34da6a3ce929d0e0e4736";

        bench.publish(OutgoingMessage.to(bench.topic(), "one")
                .headers(Map.of("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")));

        assertThat(application.journal().await("trace ", 1)).containsExactly(trace);
    }

    @Assertion({"HND-8", "DRN-2"})
    default void shutdownWaitsForABroadcastHandlerInHand(Bench bench) throws Exception {
        Application application = Application.start(bench, SubscribedDisplay.class, CallsOfRequest.class);
        bench.publish("slow", "next");
        application.journal().await("shown ", 1);

        CompletableFuture<?> closing = Draining.beginClose("the application", application, bench.patience());
        bench.passUnsettled(bench.gap());
        assertThat(closing).isNotDone();
        application.gate().open();
        closing.get(bench.patience().toSeconds(), TimeUnit.SECONDS);

        assertThat(application.journal().lines("done ")).containsExactly("slow");
        assertThat(application.journal().lines("shown ")).hasSize(1);
    }
}

/** Says what it gets, and in which context. */
@ApplicationScoped
class SubscribedDisplay {
    @Inject
    Journal journal;

    @Inject
    CallsOfRequest calls;

    @Inject
    Gate gate;

    @Subscribes(topic = Application.TOPIC, from = "earliest")
    void show(String text) {
        journal.add("shown " + text + " " + calls.next());
        journal.add("trace " + TraceContext.current().traceId().orElse("none"));
        if (text.equals("slow")) {
            gate.pass();
        }
        journal.add("done " + text);
    }
}

/** Counts within a request context. */
@RequestScoped
class CallsOfRequest {
    private int calls;

    int next() {
        return ++calls;
    }
}
