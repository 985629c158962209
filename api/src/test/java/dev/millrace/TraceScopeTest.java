package dev.millrace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

class TraceScopeTest {

    @Test
    void outsideAnyTraceIsEmptyButNotNull() {
        TraceContext none = CompletableFuture.supplyAsync(TraceContext::current).join();

        assertThat(none.traceId()).isEmpty();
        assertThat(none.spanId()).isEmpty();
        assertThat(none.sampled()).isFalse();
        assertThat(none.tracestate()).isEmpty();
        assertThat(none.baggage()).isEmpty();
        assertThat(none.requestId()).isEmpty();
        assertThat(none.outboundHeaders()).isEmpty();
    }

    @Test
    void isTheOneOpened() {
        TraceContext trace = TraceContext.create();
        try (TraceContext.Scope scope = trace.open()) {
            assertThat(scope).isNotNull();
            assertThat(TraceContext.current()).isSameAs(trace);
        }
        assertThat(TraceContext.current().traceId()).isEmpty();
    }

    @Test
    void closingBringsBackWhatWasBefore() {
        TraceContext outer = TraceContext.create();
        try (TraceContext.Scope around = outer.open()) {
            assertThat(around).isNotNull();
            outer.child().open().close();
            assertThat(TraceContext.current()).isSameAs(outer);
        }
    }

    @Test
    void closingTwiceDoesNotDisturbALaterScope() {
        TraceContext.Scope first = TraceContext.create().open();
        first.close();
        TraceContext later = TraceContext.create();
        try (TraceContext.Scope scope = later.open()) {
            assertThat(scope).isNotNull();
            first.close();
            assertThat(TraceContext.current()).isSameAs(later);
        }
    }

    @Test
    void scopesClosedInTheWrongOrderLeaveNothingBehind() {
        TraceContext.Scope outer = TraceContext.create().open();
        TraceContext inner = TraceContext.create();
        TraceContext.Scope scope = inner.open();

        outer.close();
        assertThat(TraceContext.current()).isSameAs(inner);
        scope.close();
        assertThat(TraceContext.current().traceId()).isEmpty();
    }

    @Test
    void whatIsLeftOpenAboveEndsWithTheScope() {
        TraceContext outer = TraceContext.create();
        try (TraceContext.Scope around = outer.open()) {
            assertThat(around).isNotNull();
            TraceScope scope = TraceScope.open(outer.child());
            TraceContext.Scope left = outer.child().open();

            scope.closeWithAbove();
            assertThat(TraceContext.current()).isSameAs(outer);
            left.close();
            scope.closeWithAbove();
            assertThat(TraceContext.current()).isSameAs(outer);
        }
    }

    @Test
    void scopeOfAnotherThreadIsRefused() {
        TraceContext trace = TraceContext.create();
        try (TraceContext.Scope scope = trace.open()) {
            CompletableFuture<Void> elsewhere = CompletableFuture.runAsync(scope::close);

            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(elsewhere::join)
                    .withCauseInstanceOf(IllegalStateException.class)
                    .withMessageContaining(
                            "Scope of TraceContext[" + trace.traceId().orElseThrow())
                    .withMessageContaining("Open one on each thread.");
            assertThat(TraceContext.current()).isSameAs(trace);
        }
    }

    @Test
    void isNotSeenOnOtherThreads() {
        try (TraceContext.Scope scope = TraceContext.create().open()) {
            assertThat(scope).isNotNull();
            TraceContext elsewhere =
                    CompletableFuture.supplyAsync(TraceContext::current).join();

            assertThat(elsewhere.traceId()).isEmpty();
        }
    }
}
