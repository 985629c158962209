package dev.millrace;

import java.util.Map;
import java.util.Optional;

/**
 * The W3C trace of what the current thread works on: a message, or a request. Immutable and thread-safe,
 * except that the one which is injected speaks for the thread that calls it.
 *
 * <p>Follows <a href="https://www.w3.org/TR/trace-context/">Trace Context</a> ({@code traceparent},
 * {@code tracestate}) and <a href="https://www.w3.org/TR/baggage/">Baggage</a>, and carries
 * {@code x-request-id} along. Header names match without regard to case.
 */
public interface TraceContext {

    /** The trace's id, 32 lower-case hexadecimal digits; empty outside any trace. */
    Optional<String> traceId();

    /** This operation's own id in the trace, 16 lower-case hexadecimal digits; empty outside any trace. */
    Optional<String> spanId();

    /** Whether the caller may have recorded the trace; {@code false} outside any. */
    boolean sampled();

    /** The vendors' state as received, but for white space; empty where there is none, or none well-formed. */
    Optional<String> tracestate();

    /** The baggage as received; empty where there is none. */
    Optional<String> baggage();

    /** The request's id as received; empty where there is none. */
    Optional<String> requestId();

    /**
     * What to send along so that the receiver continues this trace: {@code traceparent}, and
     * {@code tracestate}, {@code baggage} and {@code x-request-id} where there are any. Empty outside any
     * trace. Unmodifiable.
     */
    Map<String, String> outboundHeaders();

    /** A new operation in this trace: the same trace, another span id. Outside any trace, a new one. */
    TraceContext child();

    /**
     * Makes this the current trace of the calling thread until the scope is closed, on the same thread,
     * which brings back what was current before.
     */
    Scope open();

    /** The trace of the calling thread; outside any, one whose headers are empty. */
    static TraceContext current() {
        return TraceScope.current();
    }

    /** A new trace with random ids, marked as sampled. */
    static TraceContext create() {
        return W3cTrace.create(Map.of());
    }

    /**
     * The trace that incoming headers belong to, continued by a span of its own. Where
     * {@code traceparent} is missing, malformed or there twice a new trace starts, and {@code tracestate}
     * is dropped with it, as it is when it is malformed itself; {@code baggage} and {@code x-request-id}
     * are kept in any case, except values that hold control characters other than tabs.
     */
    static TraceContext continuing(Map<String, String> headers) {
        return W3cTrace.continuing(headers);
    }

    /** The time in which a trace is current. Scopes nest; one closed before those in it stays closed. */
    interface Scope extends AutoCloseable {

        /**
         * Brings back what was current before. Harmless when repeated.
         *
         * @throws IllegalStateException on another thread than the one that opened it
         */
        @Override
        void close();
    }
}
