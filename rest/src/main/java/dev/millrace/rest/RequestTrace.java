package dev.millrace.rest;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.sse.SseEventSink;

import dev.millrace.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes a request's trace the current one for the resource method that serves it (CTX-4), where JAX-RS runs
 * without servlets; behind a servlet, the filter there has done so, and this adds nothing.
 *
 * <p>Left out are methods that finish on another thread, by {@code @Suspended}, an {@code SseEventSink}, a
 * {@code CompletionStage} or a {@code Flow.Publisher}: JAX-RS tells nobody when the first thread is done with them,
 * and the trace would stay on it. Such a method opens {@link TraceContext#continuing} itself. Where the trace of
 * another one stays, since a response filter threw or the response came about on another thread, the next request
 * on the thread ends it.
 */
@Provider
@SuppressWarnings("exports") // The module of JAX-RS is asked of those who run this, not of those who compile.
public class RequestTrace implements DynamicFeature {

    private static final List<String> HEADERS = List.of("traceparent", "tracestate", "baggage", "x-request-id");

    /** Used by the JAX-RS implementation. */
    public RequestTrace() {}

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        context.register(
                isAsynchronous(resource.getResourceMethod()) ? new Sweep() : new Filter(),
                Priorities.AUTHENTICATION - 1);
    }

    private static boolean isAsynchronous(Method method) {
        return CompletionStage.class.isAssignableFrom(method.getReturnType())
                || Flow.Publisher.class.isAssignableFrom(method.getReturnType())
                || Arrays.stream(method.getParameters())
                        .anyMatch(parameter -> parameter.isAnnotationPresent(Suspended.class)
                                || parameter.getType() == SseEventSink.class);
    }

    /** Leaves no other request's trace to a method that opens none here. */
    private static final class Sweep implements ContainerRequestFilter {

        @Override
        public void filter(ContainerRequestContext request) {
            Filter.closeOpened();
        }
    }

    private static final class Filter implements ContainerRequestFilter, ContainerResponseFilter {

        private static final String SCOPE = RequestTrace.class.getName();

        /** What a request opened on this thread: its response may be filtered on another, or by others alone. */
        private static final ThreadLocal<TraceContext.@Nullable Scope> OPENED = new ThreadLocal<>();

        @Override
        public void filter(ContainerRequestContext request) {
            closeOpened();
            if (TraceContext.current().traceId().isEmpty()) {
                TraceContext.Scope scope =
                        TraceContext.continuing(headers(request)).open();
                OPENED.set(scope);
                request.setProperty(SCOPE, scope);
            }
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // Another request's scope may be the one on this thread.
        public void filter(ContainerRequestContext request, @Nullable ContainerResponseContext response) {
            Object scope = request.getProperty(SCOPE);
            if (scope != null && scope == OPENED.get()) {
                closeOpened();
            }
            request.removeProperty(SCOPE);
        }

        static void closeOpened() {
            TraceContext.Scope opened = OPENED.get();
            if (opened != null) {
                OPENED.remove();
                opened.close();
            }
        }

        private static Map<String, String> headers(ContainerRequestContext request) {
            Map<String, String> headers = new HashMap<>();
            for (String name : HEADERS) {
                String values = request.getHeaderString(name);
                if (values != null) {
                    headers.put(name, values);
                }
            }
            return headers;
        }
    }
}
