package dev.millrace.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.FilterChain;
import jakarta.servlet.http.HttpServletRequest;

import dev.millrace.TraceContext;
import org.junit.jupiter.api.Test;

/** CTX-4: the trace of a servlet request. */
class RequestTraceFilterTest {

    private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00-" + ID + "-00f067aa0ba902b7-01";

    private final Map<String, List<String>> headers = new HashMap<>();
    private final Map<String, Object> attributes = new HashMap<>();
    private final HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {HttpServletRequest.class}, (proxy, method, arguments) -> {
                return switch (method.getName()) {
                    case "getHeaders" ->
                        Collections.enumeration(headers.getOrDefault((String) arguments[0], List.of()));
                    case "getAttribute" -> attributes.get((String) arguments[0]);
                    case "setAttribute" -> attributes.put((String) arguments[0], arguments[1]);
                    default -> throw new UnsupportedOperationException(method.getName());
                };
            });
    private final List<TraceContext> seen = new ArrayList<>();
    private final FilterChain chain = (request, response) -> seen.add(TraceContext.current());

    private TraceContext filtered() throws Exception {
        new RequestTraceFilter().doFilter(request, null, chain);
        assertThat(TraceContext.current().traceId()).isEmpty();
        return seen.get(seen.size() - 1);
    }

    @Test
    void theRequestIsServedInItsTrace() throws Exception {
        headers.put("traceparent", List.of(PARENT));
        headers.put("tracestate", List.of("a=1", "b=2"));
        headers.put("baggage", List.of("tenant=main"));
        headers.put("x-request-id", List.of("r-1"));
        TraceContext trace = filtered();
        assertThat(trace.traceId()).contains(ID);
        assertThat(trace.tracestate()).contains("a=1,b=2");
        assertThat(trace.baggage()).contains("tenant=main");
        assertThat(trace.requestId()).contains("r-1");
    }

    @Test
    void aRequestWithoutATraceStartsOne() throws Exception {
        assertThat(filtered().traceId()).isPresent();
    }

    @Test
    void aTraceparentThatIsThereTwiceStartsANewTrace() throws Exception {
        headers.put("traceparent", List.of(PARENT, PARENT));
        assertThat(filtered().traceId()).isPresent().get().isNotEqualTo(ID);
    }

    @Test
    void anAsynchronousDispatchGoesOnWithTheSameSpan() throws Exception {
        headers.put("traceparent", List.of(PARENT));
        TraceContext first = filtered();
        assertThat(filtered().spanId()).isEqualTo(first.spanId());
    }

    @Test
    void nothingRemainsOnTheThreadOfARequestThatFails() {
        FilterChain failing = (request, response) -> {
            throw new IllegalStateException("as the test asked");
        };
        assertThatThrownBy(() -> new RequestTraceFilter().doFilter(request, null, failing))
                .hasMessage("as the test asked");
        assertThat(TraceContext.current().traceId()).isEmpty();
    }
}
