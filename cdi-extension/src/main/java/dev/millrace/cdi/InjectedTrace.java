package dev.millrace.cdi;

import java.io.Serializable;
import java.util.Map;
import java.util.Optional;

import dev.millrace.TraceContext;

/** The trace of the calling thread, whichever that is: safe to be injected anywhere (CTX-2). */
final class InjectedTrace implements TraceContext, Serializable {

    private static final long serialVersionUID = 1L;

    @Override
    public Optional<String> traceId() {
        return TraceContext.current().traceId();
    }

    @Override
    public Optional<String> spanId() {
        return TraceContext.current().spanId();
    }

    @Override
    public boolean sampled() {
        return TraceContext.current().sampled();
    }

    @Override
    public Optional<String> tracestate() {
        return TraceContext.current().tracestate();
    }

    @Override
    public Optional<String> baggage() {
        return TraceContext.current().baggage();
    }

    @Override
    public Optional<String> requestId() {
        return TraceContext.current().requestId();
    }

    @Override
    public Map<String, String> outboundHeaders() {
        return TraceContext.current().outboundHeaders();
    }

    @Override
    public TraceContext child() {
        return TraceContext.current().child();
    }

    @Override
    public Scope open() {
        return TraceContext.current().open();
    }

    @Override
    public String toString() {
        return TraceContext.current().toString();
    }
}
