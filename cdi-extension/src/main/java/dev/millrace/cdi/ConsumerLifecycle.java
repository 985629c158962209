package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.inject.spi.BeanManager;

import dev.millrace.ConsumerRegistry;
import dev.millrace.DeliveryHandler;
import dev.millrace.MessageGap;
import dev.millrace.SubscriberOptions;
import dev.millrace.Subscription;
import org.jspecify.annotations.Nullable;

/**
 * When consumers start, pause, drain and stop. Every step may come again, in any order, from any thread: which
 * hook comes first differs between containers.
 */
final class ConsumerLifecycle implements ConsumerControl {

    private static final System.Logger LOG = System.getLogger(ConsumerLifecycle.class.getName());

    private final BeanManager manager;
    private final BrokerSource source;
    private final MessageRequestContext context;
    private final StartOrder order;
    private final ShutdownSettings shutdown;
    private final ModuleThreads threads = new ModuleThreads();
    private final List<Startable> waiting;
    private final @Nullable ClassLoader application = Thread.currentThread().getContextClassLoader();
    private final Object draining = new Object();
    private volatile boolean paused;
    private volatile @Nullable ConsumerRegistry registry;
    private volatile boolean drained;
    private boolean stopped;
    private @Nullable JvmHook hook;
    private @Nullable TermSignal signal;
    private @Nullable JmxBean bean;

    ConsumerLifecycle(
            BeanManager manager,
            BrokerSource source,
            MessageRequestContext context,
            List<Startable> handlers,
            StartOrder order,
            ShutdownSettings shutdown) {
        this.manager = manager;
        this.source = source;
        this.context = context;
        this.waiting = new ArrayList<>(handlers);
        this.order = order;
        this.shutdown = shutdown;
    }

    /** The registry that is drained with the application; opens the broker. */
    synchronized ConsumerRegistry registry() {
        ConsumerRegistry existing = registry;
        if (existing != null) {
            return existing;
        }
        ConsumerRegistry made = new ConsumerRegistry(source.open(), context::around);
        threads.takeFirst();
        made.threads(threads::named);
        registry = made;
        if (!paused) {
            watch();
        }
        if (paused) {
            made.pause();
        }
        return made;
    }

    /** Listens for signs from outside the container; all of it is taken back when the application stops. */
    private void watch() {
        hook = JvmHook.register(this::pause).orElse(null);
        if (hook == null) {
            // The JVM is ending already.
            paused = true;
            return;
        }
        if (shutdown.drainOnSigterm()) {
            signal = TermSignal.take(this::drainOnSignal).orElse(null);
        }
        bean = JmxBean.register(this, ServerNaming.applicationName().orElse("application"))
                .orElse(null);
    }

    /** A module of the application begins: what it starts by hand while it starts gets its threads. */
    void beginModule() {
        threads.takeEarly();
    }

    /** A module of the application is up: its threads can be had, and its handlers may start. */
    void startModule() {
        threads.take();
        start();
    }

    /** Starts the handlers that may start now, each once; none after the first sign of a shutdown. */
    void start() {
        List<Startable> due = due();
        if (due.isEmpty()) {
            return;
        }
        threads.take();
        try {
            List<DeliveryHandler> calls = new ArrayList<>();
            for (Startable each : due) {
                calls.add(each.call(manager));
            }
            for (int i = 0; i < due.size(); i++) {
                Startable startable = due.get(i);
                DeliveryHandler call = calls.get(i);
                Class<?> beanClass = startable.methods().get(0).candidate().beanClass();
                threads.inModuleOf(beanClass, () -> start(startable, call));
            }
        } catch (RuntimeException | Error e) {
            if (!paused) {
                stop();
                throw e;
            }
            // Overtaken by a shutdown, which closes the broker itself, or by a drain, after which requests publish on.
            LOG.log(Level.DEBUG, "Not all consumers were started, since the application drains.", e);
        }
    }

    private synchronized List<Startable> due() {
        List<Startable> due = new ArrayList<>();
        if (!paused) {
            waiting.removeIf(each -> mayStart(each) && due.add(each));
        }
        return due;
    }

    private boolean mayStart(Startable startable) {
        for (CalledMethod method : startable.methods()) {
            if (!order.mayStart(method.candidate().beanClass())) {
                return false;
            }
        }
        return true;
    }

    private void start(Startable startable, DeliveryHandler call) {
        if (startable instanceof TopicHandlers handlers) {
            consume(handlers, call);
        } else if (startable instanceof SubscriberMethod subscriber) {
            subscribe(subscriber, call);
        }
    }

    private void consume(TopicHandlers handlers, DeliveryHandler call) {
        registry().consumeDeliveries(handlers.topic(), handlers.options(), call);
        for (HandlerMethod handler : handlers.handlers()) {
            LOG.log(Level.INFO, started(handler));
        }
    }

    private static String started(HandlerMethod handler) {
        return handler.name() + " consumes "
                + (handler.event().isEmpty() ? "" : "event " + handler.event() + " of ") + "topic " + handler.topic()
                + " in group " + handler.options().group() + ".";
    }

    private void subscribe(SubscriberMethod subscriber, DeliveryHandler call) {
        String topic = subscriber.topic();
        SubscriberOptions options = subscriber
                .options()
                .onGap(gap -> manager.getEvent().select(MessageGap.class).fire(gap));
        registry().subscribeDeliveries(topic, options, call);
        LOG.log(Level.INFO, subscriber.name() + " subscribes to topic " + topic + ", from " + options.from() + ".");
    }

    /** Starts no message any more, without waiting: the first sign of a shutdown (DRN-2). */
    void pause() {
        paused = true;
        ConsumerRegistry existing = registry;
        if (existing != null) {
            existing.pause();
        }
    }

    /** Pauses and waits for what is in hand. The broker stays open for requests, which may still publish (DRN-9). */
    @Override
    public List<String> drain() {
        LOG.log(
                Level.INFO,
                "A drain was asked for. No message is started any more, until the application is started again.");
        return drainNow();
    }

    private List<String> drainNow() {
        try {
            pause();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.DEBUG, "A consumer could not be paused. The drain pauses again, and says so.", e);
        }
        synchronized (draining) {
            if (!drained) {
                try {
                    drainRegistry();
                } finally {
                    drained = true;
                }
            }
        }
        return unsettled();
    }

    private List<String> unsettled() {
        return subscriptions().stream()
                .filter(each -> !each.awaitIdle(Duration.ZERO))
                .map(ConsumerLifecycle::name)
                .toList();
    }

    /** On a thread of the JVM's own, which knows nothing of the application. */
    private void drainOnSignal() {
        LOG.log(Level.INFO, "SIGTERM: the consumers are drained first.");
        Thread.currentThread().setContextClassLoader(application);
        try {
            drainNow();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "SIGTERM: a consumer could not be stopped. The shutdown goes on.", e);
        } finally {
            Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
        }
    }

    /** Drains, closes the broker, and leaves nothing behind (DRN-7). */
    void stop() {
        synchronized (draining) {
            if (stopped) {
                return;
            }
            stopped = true;
            try {
                drainNow();
            } finally {
                closeBroker();
                watchNoMore();
            }
        }
    }

    @Override
    public State getState() {
        if (drained) {
            return State.DRAINED;
        }
        return paused ? State.DRAINING : State.RUNNING;
    }

    @Override
    public List<String> getSubscriptions() {
        return subscriptions().stream().map(ConsumerLifecycle::name).toList();
    }

    private List<Subscription> subscriptions() {
        ConsumerRegistry existing = registry;
        return existing == null ? List.of() : existing.subscriptions();
    }

    private static String name(Subscription subscription) {
        return subscription.topic() + (subscription.group().isEmpty() ? "" : "/" + subscription.group());
    }

    private void drainRegistry() {
        ConsumerRegistry existing = registry;
        if (existing != null && !existing.drain(shutdown.timeout())) {
            LOG.log(
                    Level.WARNING,
                    String.join(", ", unsettled()) + ": messages in hand were not settled within the "
                            + shutdown.timeout()
                            + " of millrace.shutdown-timeout, since a handler still ran or the broker"
                            + " did not answer. They stay pending and are delivered again. Raise the time-out if it is"
                            + " handlers that need longer.");
        }
    }

    private void closeBroker() {
        try {
            source.close();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "The broker could not be closed. The shutdown goes on.", e);
        }
    }

    /** The JVM hook that pauses, while it is registered. */
    synchronized @Nullable JvmHook hook() {
        return hook;
    }

    private synchronized void watchNoMore() {
        Optional.ofNullable(hook).ifPresent(JvmHook::takeBack);
        Optional.ofNullable(signal).ifPresent(TermSignal::giveBack);
        Optional.ofNullable(bean).ifPresent(JmxBean::takeBack);
        hook = null;
        signal = null;
        bean = null;
    }
}
