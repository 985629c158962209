package dev.millrace.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.sse.SseEventSink;

import dev.millrace.TraceContext;
import org.junit.jupiter.api.Test;

/** CTX-4: the trace of a JAX-RS request. */
class RequestTraceTest {

    private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

    private static final String NEXT_ID = "0af7651916cd43dd8448eb211c80319c";

    private final ContainerRequestContext request = request(ID);
    private final ContainerRequestContext nextRequest = request(NEXT_ID);

    /** Resource methods of every kind. */
    static class Resource {
        String direct() {
            return "";
        }

        void suspended(@Suspended AsyncResponse response) {}

        CompletionStage<String> staged() {
            return CompletableFuture.completedFuture("");
        }

        void sent(@Context SseEventSink sink) {}

        Flow.Publisher<String> published() {
            return subscriber -> {};
        }
    }

    private interface Answer {
        Object to(String method, Object[] arguments);
    }

    private static ContainerRequestContext request(String traceId) {
        Map<String, Object> properties = new HashMap<>();
        return fake(ContainerRequestContext.class, (method, arguments) -> switch (method) {
            case "getHeaderString" ->
                arguments[0].equals("traceparent") ? "00-" + traceId + "-00f067aa0ba902b7-01" : null;
            case "getProperty" -> properties.get((String) arguments[0]);
            case "setProperty" -> properties.put((String) arguments[0], arguments[1]);
            case "removeProperty" -> properties.remove((String) arguments[0]);
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private static <T> T fake(Class<T> type, Answer answer) {
        return type.cast(Proxy.newProxyInstance(
                RequestTraceTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answer.to(method.getName(), arguments)));
    }

    private static Object filterOf(String name, Class<?>... parameters) throws Exception {
        Method method = Resource.class.getDeclaredMethod(name, parameters);
        List<Object> registered = new ArrayList<>();
        new RequestTrace()
                .configure(
                        fake(ResourceInfo.class, (called, arguments) -> method),
                        fake(FeatureContext.class, (called, arguments) -> {
                            registered.add(arguments[0]);
                            return null;
                        }));
        return registered.get(0);
    }

    private static void begin(Object filter, ContainerRequestContext request) throws Exception {
        ((ContainerRequestFilter) filter).filter(request);
    }

    private static void end(Object filter, ContainerRequestContext request) throws Exception {
        ((ContainerResponseFilter) filter).filter(request, null);
    }

    /** On a thread that later tests do not run on. */
    private static void onThreadOfItsOwn(Callable<Void> work) throws Exception {
        FutureTask<Void> task = new FutureTask<>(work);
        Thread thread = new Thread(task);
        thread.start();
        task.get(20, TimeUnit.SECONDS);
    }

    @Test
    void aMethodIsServedInTheRequestsTraceOfWhichNothingRemains() throws Exception {
        Object filter = filterOf("direct");
        begin(filter, request);
        assertThat(TraceContext.current().traceId()).contains(ID);
        end(filter, request);
        assertThat(TraceContext.current().traceId()).isEmpty();
    }

    @Test
    @SuppressWarnings("try")
    void aTraceThatAServletFilterOpenedStays() throws Exception {
        Object filter = filterOf("direct");
        TraceContext opened = TraceContext.create();
        try (TraceContext.Scope scope = opened.open()) {
            begin(filter, request);
            assertThat(TraceContext.current().spanId()).isEqualTo(opened.spanId());
            end(filter, request);
            assertThat(TraceContext.current().spanId()).isEqualTo(opened.spanId());
        }
    }

    @Test
    void aMethodThatFinishesOnAnotherThreadIsLeftOut() throws Exception {
        for (Object filter : List.of(
                filterOf("suspended", AsyncResponse.class),
                filterOf("staged"),
                filterOf("sent", SseEventSink.class),
                filterOf("published"))) {
            begin(filter, request);
            assertThat(TraceContext.current().traceId()).isEmpty();
        }
    }

    @Test
    void aTraceThatAnEarlierRequestLeftOnTheThreadIsNotTheNextOnes() throws Exception {
        Object filter = filterOf("direct");
        onThreadOfItsOwn(() -> {
            begin(filter, request);
            // No response: a filter before ours threw.
            begin(filter, nextRequest);
            assertThat(TraceContext.current().traceId()).contains(NEXT_ID);
            end(filter, nextRequest);
            assertThat(TraceContext.current().traceId()).isEmpty();
            return null;
        });
    }

    @Test
    void aMethodThatIsLeftOutDoesNotGetTheTraceThatAnEarlierRequestLeft() throws Exception {
        Object filter = filterOf("direct");
        Object staged = filterOf("staged");
        onThreadOfItsOwn(() -> {
            begin(filter, request);
            begin(staged, nextRequest);
            assertThat(TraceContext.current().traceId()).isEmpty();
            return null;
        });
    }

    @Test
    void aResponseOnAnotherThreadLeavesThatThreadsTraceAndThrowsNothing() throws Exception {
        Object filter = filterOf("direct");
        onThreadOfItsOwn(() -> {
            begin(filter, request);
            onThreadOfItsOwn(() -> {
                begin(filter, nextRequest);
                end(filter, request);
                assertThat(TraceContext.current().traceId()).contains(NEXT_ID);
                return null;
            });
            begin(filter, nextRequest);
            assertThat(TraceContext.current().traceId()).contains(NEXT_ID);
            return null;
        });
    }
}
