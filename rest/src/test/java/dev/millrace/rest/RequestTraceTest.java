package dev.millrace.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.FeatureContext;

import dev.millrace.TraceContext;
import org.junit.jupiter.api.Test;

/** CTX-4: the trace of a JAX-RS request. */
class RequestTraceTest {

    private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

    private final Map<String, Object> properties = new HashMap<>();
    private final ContainerRequestContext request =
            fake(ContainerRequestContext.class, (method, arguments) -> switch (method) {
                case "getHeaderString" ->
                    arguments[0].equals("traceparent") ? "00-" + ID + "-00f067aa0ba902b7-01" : null;
                case "getProperty" -> properties.get((String) arguments[0]);
                case "setProperty" -> properties.put((String) arguments[0], arguments[1]);
                case "removeProperty" -> properties.remove((String) arguments[0]);
                default -> throw new UnsupportedOperationException(method);
            });

    /** Resource methods of every kind. */
    static class Resource {
        String direct() {
            return "";
        }

        void suspended(@Suspended AsyncResponse response) {}

        CompletionStage<String> staged() {
            return CompletableFuture.completedFuture("");
        }
    }

    private interface Answer {
        Object to(String method, Object[] arguments);
    }

    private static <T> T fake(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                RequestTraceTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
    }

    private static List<Object> filtersOf(String name, Class<?>... parameters) throws Exception {
        Method method = Resource.class.getDeclaredMethod(name, parameters);
        List<Object> registered = new ArrayList<>();
        new RequestTrace()
                .configure(
                        fake(ResourceInfo.class, (called, arguments) -> method),
                        fake(FeatureContext.class, (called, arguments) -> {
                            registered.add(arguments[0]);
                            return null;
                        }));
        return registered;
    }

    @Test
    void aMethodIsServedInTheRequestsTraceOfWhichNothingRemains() throws Exception {
        Object filter = filtersOf("direct").get(0);
        ((ContainerRequestFilter) filter).filter(request);
        assertThat(TraceContext.current().traceId()).contains(ID);
        ((ContainerResponseFilter) filter).filter(request, null);
        assertThat(TraceContext.current().traceId()).isEmpty();
    }

    @Test
    @SuppressWarnings("try")
    void aTraceThatAServletFilterOpenedStays() throws Exception {
        Object filter = filtersOf("direct").get(0);
        TraceContext opened = TraceContext.create();
        try (TraceContext.Scope scope = opened.open()) {
            ((ContainerRequestFilter) filter).filter(request);
            assertThat(TraceContext.current().spanId()).isEqualTo(opened.spanId());
            ((ContainerResponseFilter) filter).filter(request, null);
            assertThat(TraceContext.current().spanId()).isEqualTo(opened.spanId());
        }
    }

    @Test
    void aMethodThatFinishesOnAnotherThreadIsLeftOut() throws Exception {
        assertThat(filtersOf("suspended", AsyncResponse.class)).isEmpty();
        assertThat(filtersOf("staged")).isEmpty();
    }
}
