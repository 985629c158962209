package dev.millrace.tck.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import dev.millrace.BrokerMessage;
import dev.millrace.Consumes;
import dev.millrace.MessageBroker;
import dev.millrace.OutgoingMessage;
import dev.millrace.TraceContext;
import dev.millrace.tck.Assertion;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Theme;

/** The trace that a message is handled in. */
@SuppressWarnings({"exports", "missing-explicit-ctor"}) // The beans are public only because an interface holds them.
public interface TraceContract extends Theme {

    /** A trace's id. */
    String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

    /** Its header. */
    String TRACEPARENT = "00-" + TRACE + "-00f067aa0ba902b7-01";

    /** Writes down its trace, and passes messages on as they ask for. */
    @ApplicationScoped
    class Traced {

        @Inject
        Journal journal;

        @Inject
        MessageBroker broker;

        @Consumes(topic = Application.TOPIC, group = "traced")
        void handle(BrokerMessage message) {
            TraceContext trace = TraceContext.current();
            switch (message.text()) {
                case "pass on plainly" -> broker.publish(message.topic(), "passed on");
                case "pass on traced" -> broker.publish(message.topic(), "passed on", trace.outboundHeaders());
                case "passed on" -> journal.add("headers " + message.headers());
                default -> {}
            }
            journal.add("trace " + trace.traceId().orElse("none"));
            journal.add("state " + trace.tracestate().orElse("none"));
            journal.add("baggage " + trace.baggage().orElse("none"));
            journal.add("request " + trace.requestId().orElse("none"));
        }
    }

    @Assertion("CTX-3")
    default void traceIsThatOfTheMessage(Bench bench) {
        Journal journal = publish(
                bench,
                "order",
                Map.of(
                        "traceparent", TRACEPARENT,
                        "tracestate", "vendor=a",
                        "baggage", "tenant=main",
                        "x-request-id", "r-1"));

        journal.await("request ", 1);
        assertThat(journal.lines())
                .containsExactly("trace " + TRACE, "state vendor=a", "baggage tenant=main", "request r-1");
    }

    @Assertion("CTX-3")
    default void headerNamesMatchWithoutRegardToCase(Bench bench) {
        Journal journal = publish(bench, "order", Map.of("TraceParent", TRACEPARENT, "X-Request-ID", "r-1"));

        journal.await("request ", 1);
        assertThat(journal.lines()).contains("trace " + TRACE, "request r-1");
    }

    @Assertion("CTX-3")
    default void malformedTraceparentStartsAFreshTrace(Bench bench) {
        Journal journal = publish(bench, "order", Map.of("traceparent", "00-" + TRACE + "-short-01"));

        assertThat(journal.await("trace ", 1))
                .singleElement()
                .asString()
                .isNotEqualTo(TRACE)
                .matches("[0-9a-f]{32}");
    }

    @Assertion("CTX-3")
    default void nothingOfATraceRemainsForTheNextMessage(Bench bench) {
        Application application = Application.start(bench, Traced.class);
        bench.publish(OutgoingMessage.to(bench.topic(), "order")
                .headers(Map.of("traceparent", TRACEPARENT, "baggage", "tenant=main")));

        application.publish("next");

        Journal journal = application.journal();
        List<String> traces = journal.await("trace ", 2);
        assertThat(traces.get(0)).isEqualTo(TRACE);
        assertThat(traces.get(1)).isNotEqualTo(TRACE).matches("[0-9a-f]{32}");
        assertThat(journal.await("baggage ", 2).get(1)).isEqualTo("none");
    }

    @Assertion("CTX-4")
    default void publishingInAHandlerDoesNotCarryTheTraceUnasked(Bench bench) {
        Journal journal = publish(bench, "pass on plainly", Map.of("traceparent", TRACEPARENT));

        assertThat(journal.await("headers ", 1)).containsExactly("{}");
    }

    @Assertion("CTX-4")
    default void publishingWithTheOutboundHeadersContinuesTheTrace(Bench bench) {
        Journal journal = publish(bench, "pass on traced", Map.of("traceparent", TRACEPARENT));

        assertThat(journal.await("trace ", 2)).containsExactly(TRACE, TRACE);
    }

    private static Journal publish(Bench bench, String text, Map<String, String> headers) {
        Application application = Application.start(bench, Traced.class);
        bench.publish(OutgoingMessage.to(bench.topic(), text).headers(headers));
        return application.journal();
    }
}
