package dev.millrace.tck.cdi;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;

import dev.millrace.Broker;
import dev.millrace.ConsumerRegistry;
import dev.millrace.OutgoingMessage;
import dev.millrace.Subscription;
import dev.millrace.cdi.ConsumesExtension;
import dev.millrace.tck.Bench;
import dev.millrace.tck.Gate;
import org.jspecify.annotations.Nullable;

/**
 * A CDI application with the handlers of one test, on the bench's broker and whichever container is on the
 * class path. Its handlers take their topics from {@link #TOPIC}.
 */
public final class Application implements AutoCloseable {

    /** The test's topic, as an expression for {@link dev.millrace.Consumes#topic()}. */
    public static final String TOPIC = "${" + Application.PROPERTY + "}";

    private static final String PROPERTY = "millrace.tck.topic";

    private final Bench bench;
    private final Journal journal;
    private final Gate gate;
    private final AtomicInteger opened = new AtomicInteger();
    private @Nullable SeContainer container;
    private Runnable whenInitialized = () -> {};

    private Application(Bench bench) {
        this.bench = bench;
        this.journal = new Journal(bench.patience());
        this.gate = bench.gate();
    }

    /** An application that is not started yet; the bench closes it after the test. */
    public static Application on(Bench bench) {
        Application application = new Application(bench);
        bench.closeAtEnd(application);
        return application;
    }

    /** Starts an application with these beans. */
    public static Application start(Bench bench, Class<?>... beans) {
        return on(bench).start(beans);
    }

    /** Has something done in an observer of the application's start. */
    public Application whenInitialized(Runnable work) {
        whenInitialized = work;
        return this;
    }

    /** Starts it with these beans. */
    public Application start(Class<?>... beans) {
        System.setProperty(PROPERTY, bench.topic());
        Broker broker = bench.replica("application");
        Kit.use(new Kit(
                () -> {
                    opened.incrementAndGet();
                    return broker;
                },
                journal,
                gate,
                whenInitialized));
        container = SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addExtensions(new ConsumesExtension())
                .addBeanClasses(KitBeans.class)
                .addBeanClasses(beans)
                .initialize();
        return this;
    }

    /** A bean. */
    public <T> T get(Class<T> type) {
        SeContainer started = container;
        if (started == null) {
            throw new IllegalStateException(type.getSimpleName() + ": the application is not running. Start it.");
        }
        return started.select(type).get();
    }

    /** Lets time pass, once every delivery so far is settled; no handler may be held meanwhile. */
    public void pass(Duration time) {
        for (Subscription subscription : get(ConsumerRegistry.class).subscriptions()) {
            if (!subscription.awaitIdle(bench.patience())) {
                throw new AssertionError("the handlers of group " + subscription.group() + " were not idle within "
                        + bench.patience() + ". The journal says " + journal.lines() + ".");
            }
        }
        bench.pass(time);
    }

    /** How often its broker was made. */
    public int opened() {
        return opened.get();
    }

    /** What its beans said. */
    public Journal journal() {
        return journal;
    }

    /** The gate that its beans may wait at. */
    public Gate gate() {
        return gate;
    }

    /** Publishes to the test's topic. */
    public void publish(Object payload) {
        bench.publish(OutgoingMessage.to(bench.topic(), payload));
    }

    /** Shuts the container down, unless that was done. */
    @Override
    public void close() {
        SeContainer running = container;
        container = null;
        try {
            if (running != null) {
                running.close();
            }
        } finally {
            System.clearProperty(PROPERTY);
            Kit.use(null);
        }
    }
}
