package dev.millrace.cdi;

import java.io.IOException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;

import dev.millrace.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes a request's trace the current one while a thread works for the request (CTX-4), and leaves nothing of it
 * on the thread. An asynchronous dispatch goes on with the same trace.
 */
final class RequestTraceFilter implements Filter {

    private static final String NAME = "millrace-trace";
    private static final String TRACE = RequestTraceFilter.class.getName();
    private static final List<String> HEADERS = List.of("traceparent", "tracestate", "baggage", "x-request-id");

    /** Puts one in front of all that the application filters and serves. */
    static void addTo(ServletContext context) {
        FilterRegistration.@Nullable Dynamic added = context.addFilter(NAME, new RequestTraceFilter());
        if (added != null) {
            // Or nobody behind it could go asynchronous.
            added.setAsyncSupported(true);
            added.addMappingForUrlPatterns(
                    EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR), false, "/*");
        }
    }

    @Override
    @SuppressWarnings("try")
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try (TraceContext.Scope scope = trace(request).open()) {
            chain.doFilter(request, response);
        }
    }

    private static TraceContext trace(ServletRequest request) {
        if (request.getAttribute(TRACE) instanceof TraceContext begun) {
            return begun;
        }
        TraceContext trace =
                TraceContext.continuing(request instanceof HttpServletRequest http ? headers(http) : Map.of());
        request.setAttribute(TRACE, trace);
        return trace;
    }

    /** A header sent several times is one with a list, which makes a second {@code traceparent} malformed, as it is. */
    private static Map<String, String> headers(HttpServletRequest request) {
        Map<String, String> headers = new HashMap<>();
        for (String name : HEADERS) {
            Enumeration<String> values = request.getHeaders(name);
            if (values != null && values.hasMoreElements()) {
                headers.put(name, String.join(",", Collections.list(values)));
            }
        }
        return headers;
    }
}
