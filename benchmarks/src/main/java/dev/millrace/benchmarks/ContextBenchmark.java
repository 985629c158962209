package dev.millrace.benchmarks;

import java.util.concurrent.TimeUnit;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

import dev.millrace.Broker;
import dev.millrace.ConsumerOptions;
import dev.millrace.ConsumerRegistry;
import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import dev.millrace.cdi.ConsumesExtension;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What surrounds a handler's call: the trace, the request context, the bean's contextual reference. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Benchmark)
public class ContextBenchmark {

    private static final CapturingBroker BROKER = new CapturingBroker();
    private static final ConsumerOptions BILLING = ConsumerOptions.group("billing");

    private final Handlers.Plain bean = new Handlers.Plain();
    private final Delivery delivery = Sample.delivery();
    private SeContainer container;
    private RequestContextController controller;
    private Handlers.RequestBean requestBean;
    private DeliveryHandler traced;
    private DeliveryHandler inContext;
    private DeliveryHandler plain;
    private DeliveryHandler withRequestBean;
    private DeliveryHandler perMessage;
    private DeliveryHandler withPayload;

    /** The application's broker. */
    public static class Brokers {

        @Produces
        @ApplicationScoped
        public Broker broker() {
            return BROKER;
        }
    }

    @Setup(Level.Trial)
    public void start() {
        Sample.quieten();
        container = SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addExtensions(new ConsumesExtension())
                .addBeanClasses(
                        Brokers.class,
                        Handlers.Plain.class,
                        Handlers.WithRequestBean.class,
                        Handlers.PerMessage.class,
                        Handlers.WithPayload.class,
                        Handlers.RequestBean.class)
                .initialize();
        controller = container.select(RequestContextController.class).get();
        requestBean = container.select(Handlers.RequestBean.class).get();
        new ConsumerRegistry(BROKER).consume("traced", BILLING, bean::handle);
        container.select(ConsumerRegistry.class).get().consume("in-context", BILLING, bean::handle);
        traced = BROKER.handlerOf("traced");
        inContext = BROKER.handlerOf("in-context");
        plain = BROKER.handlerOf("plain");
        withRequestBean = BROKER.handlerOf("request-bean");
        perMessage = BROKER.handlerOf("dependent");
        withPayload = BROKER.handlerOf("payload");
    }

    @TearDown(Level.Trial)
    public void stop() {
        container.close();
    }

    /** The method called as Java calls it, in a request context of the container's own. */
    @Benchmark
    public void reference() {
        controller.activate();
        try {
            bean.handle(delivery.message());
        } finally {
            controller.deactivate();
        }
    }

    @Benchmark
    public int referenceWithRequestBean() {
        controller.activate();
        try {
            return requestBean.count();
        } finally {
            controller.deactivate();
        }
    }

    @Benchmark
    public void withNothingAround() {
        bean.handle(delivery.message());
    }

    @Benchmark
    public Object inItsTrace() throws Exception {
        return traced.handle(delivery);
    }

    @Benchmark
    public Object inItsTraceAndRequestContext() throws Exception {
        return inContext.handle(delivery);
    }

    @Benchmark
    public Object annotated() throws Exception {
        return plain.handle(delivery);
    }

    @Benchmark
    public Object annotatedWithRequestBean() throws Exception {
        return withRequestBean.handle(delivery);
    }

    @Benchmark
    public Object annotatedPerMessage() throws Exception {
        return perMessage.handle(delivery);
    }

    @Benchmark
    public Object annotatedWithPayload() throws Exception {
        return withPayload.handle(delivery);
    }
}
