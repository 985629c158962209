package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceContextTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";
    private static final String PARENT = "00-" + TRACE + "-" + SPAN + "-01";

    private static TraceContext continuing(String... namesAndValues) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            headers.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return TraceContext.continuing(headers);
    }

    @Nested
    class Continuing {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff",
                    "  \t00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\t ",
                    "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                    "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-brings",
                    "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
                })
        void wellFormedParentGivesTheTraceItsId(String parent) {
            assertThat(continuing("traceparent", parent).traceId()).contains(TRACE);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "00",
                    "garbage",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                    "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00F067AA0BA902B7-01",
                    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                    "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
                    "00-4bf92f3577b34da6a3ce929d0e0e47361-00f067aa0ba902b7-01",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b-01",
                    "00-4bf92f3577b34da6a3ce929d0e0e473x-00f067aa0ba902b7-01",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902bx-01",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x",
                    "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                    "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
                    "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
                    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nx-evil: 1",
                })
        void malformedParentStartsAFreshSampledTrace(String parent) {
            TraceContext trace = continuing("traceparent", parent, "tracestate", "a=1");

            assertThat(trace.traceId())
                    .hasValueSatisfying(
                            id -> assertThat(id).matches("[0-9a-f]{32}").isNotEqualTo(TRACE));
            assertThat(trace.sampled()).isTrue();
            assertThat(trace.tracestate()).isEmpty();
        }

        @ParameterizedTest
        @CsvSource({"00, false", "01, true", "02, false", "03, true", "fe, false", "ff, true"})
        void sampledIsTheLowestBitOfTheFlags(String flags, boolean sampled) {
            TraceContext trace = continuing("traceparent", "00-" + TRACE + "-" + SPAN + "-" + flags);

            assertThat(trace.sampled()).isEqualTo(sampled);
            assertThat(trace.outboundHeaders().get("traceparent")).endsWith(sampled ? "-01" : "-00");
        }

        @Test
        void operationGetsASpanOfItsOwn() {
            assertThat(continuing("traceparent", PARENT).spanId())
                    .hasValueSatisfying(
                            id -> assertThat(id).matches("[0-9a-f]{16}").isNotEqualTo(SPAN));
        }

        @Test
        void headerNamesMatchWithoutRegardToCase() {
            TraceContext trace =
                    continuing("TraceParent", PARENT, "TRACESTATE", "a=1", "Baggage", "k=v", "X-Request-ID", "r-1");

            assertThat(trace.traceId()).contains(TRACE);
            assertThat(trace.tracestate()).contains("a=1");
            assertThat(trace.baggage()).contains("k=v");
            assertThat(trace.requestId()).contains("r-1");
        }

        @Test
        void parentSentTwiceStartsAFreshTrace() {
            TraceContext trace = continuing("traceparent", PARENT, "Traceparent", PARENT.replace('7', '8'));

            assertThat(trace.traceId()).isPresent().get().isNotEqualTo(TRACE);
        }

        @Test
        void listsSentTwiceAreJoined() {
            TraceContext trace = continuing(
                    "traceparent",
                    PARENT,
                    "tracestate",
                    "a=1",
                    "Tracestate",
                    "b=2",
                    "baggage",
                    "k=v",
                    "Baggage",
                    "l=w");

            assertThat(trace.tracestate()).contains("a=1,b=2");
            assertThat(trace.baggage()).contains("k=v,l=w");
        }

        @Test
        void baggageAndRequestIdSurviveAMalformedParent() {
            TraceContext trace = continuing("traceparent", "garbage", "baggage", "k=v", "x-request-id", "r-1");

            assertThat(trace.baggage()).contains("k=v");
            assertThat(trace.requestId()).contains("r-1");
        }

        @ParameterizedTest
        @ValueSource(strings = {"a\r\nx-evil: 1", "a\nb", "a\u0000b", "a\u0085b", "a\u007fb", "a\r\n", " ", "\t"})
        void valuesThatCouldBreakOutOfAHeaderAreDropped(String value) {
            TraceContext trace = continuing("traceparent", PARENT, "baggage", value, "x-request-id", value);

            assertThat(trace.baggage()).isEmpty();
            assertThat(trace.requestId()).isEmpty();
            assertThat(trace.outboundHeaders()).containsOnlyKeys("traceparent");
        }
    }

    @Nested
    class Outbound {

        @Test
        void carriesOnlyWhatThereIs() {
            TraceContext trace = continuing("traceparent", PARENT);

            assertThat(trace.outboundHeaders())
                    .isEqualTo(Map.of(
                            "traceparent", "00-" + TRACE + "-" + trace.spanId().orElseThrow() + "-01"));
        }

        @Test
        void carriesAllThatWasReceived() {
            assertThat(continuing("traceparent", PARENT, "tracestate", "a=1", "baggage", "k=v", "x-request-id", "r")
                            .outboundHeaders())
                    .containsEntry("tracestate", "a=1")
                    .containsEntry("baggage", "k=v")
                    .containsEntry("x-request-id", "r")
                    .hasSize(4);
        }

        @Test
        void isReadBackAsTheSameTrace() {
            TraceContext sent = TraceContext.create();

            assertThat(TraceContext.continuing(sent.outboundHeaders()).traceId())
                    .isEqualTo(sent.traceId());
        }

        @Test
        void isUnmodifiable() {
            Map<String, String> headers = TraceContext.create().outboundHeaders();

            assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> headers.put("a", "b"));
        }
    }

    @Nested
    class Child {

        @Test
        void keepsTraceFlagsAndReceivedValues() {
            TraceContext trace = continuing(
                    "traceparent",
                    "00-" + TRACE + "-" + SPAN + "-00",
                    "tracestate",
                    "a=1",
                    "baggage",
                    "k=v",
                    "x-request-id",
                    "r");
            TraceContext child = trace.child();

            assertThat(child.traceId()).isEqualTo(trace.traceId());
            assertThat(child.spanId()).isPresent().isNotEqualTo(trace.spanId());
            assertThat(child.sampled()).isFalse();
            assertThat(child.tracestate()).contains("a=1");
            assertThat(child.baggage()).contains("k=v");
            assertThat(child.requestId()).contains("r");
        }

        @Test
        void outsideAnyTraceIsANewOne() {
            assertThat(TraceContext.current().child().traceId()).isPresent();
        }
    }

    @Test
    void newTracesDiffer() {
        assertThat(TraceContext.create().traceId())
                .isNotEqualTo(TraceContext.create().traceId());
    }

    @Test
    void textHoldsNoBaggage() {
        assertThat(continuing("traceparent", PARENT, "baggage", "user=secret").toString())
                .startsWith("TraceContext[" + TRACE)
                .doesNotContain("secret");
        assertThat(TraceContext.continuing(Collections.emptyMap()).toString()).startsWith("TraceContext[");
    }
}
