package dev.millrace.rest;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

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

import dev.millrace.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes a request's trace the current one for the resource method that serves it (CTX-4), where JAX-RS runs
 * without servlets; behind a servlet, the filter there has done so, and this adds nothing.
 *
 * <p>Left out are methods that finish on another thread, by {@code @Suspended} or a {@code CompletionStage}: JAX-RS
 * tells nobody when the first thread is done with them, and the trace would stay on it. Such a method opens
 * {@link TraceContext#continuing} itself.
 */
@Provider
@SuppressWarnings("exports") // The module of JAX-RS is asked of those who run this, not of those who compile.
public class RequestTrace implements DynamicFeature {

    private static final List<String> HEADERS = List.of("traceparent", "tracestate", "baggage", "x-request-id");

    /** Used by the JAX-RS implementation. */
    public RequestTrace() {}

    @Override
    public void configure(ResourceInfo resource, FeatureContext context) {
        if (!isAsynchronous(resource.getResourceMethod())) {
            context.register(new Filter(), Priorities.AUTHENTICATION - 1);
        }
    }

    private static boolean isAsynchronous(Method method) {
        return CompletionStage.class.isAssignableFrom(method.getReturnType())
                || Arrays.stream(method.getParameters())
                        .anyMatch(parameter -> parameter.isAnnotationPresent(Suspended.class));
    }

    private static final class Filter implements ContainerRequestFilter, ContainerResponseFilter {

        private static final String SCOPE = RequestTrace.class.getName();

        @Override
        public void filter(ContainerRequestContext request) {
            if (TraceContext.current().traceId().isEmpty()) {
                request.setProperty(
                        SCOPE, TraceContext.continuing(headers(request)).open());
            }
        }

        @Override
        public void filter(ContainerRequestContext request, @Nullable ContainerResponseContext response) {
            if (request.getProperty(SCOPE) instanceof TraceContext.Scope scope) {
                scope.close();
                request.removeProperty(SCOPE);
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
