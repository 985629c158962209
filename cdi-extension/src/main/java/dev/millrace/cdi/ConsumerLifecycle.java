package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

import jakarta.enterprise.inject.spi.BeanManager;

import dev.millrace.ConsumerRegistry;
import org.jspecify.annotations.Nullable;

/**
 * When consumers start, pause and drain. Every step may come again, in any order, from any thread: which hook
 * comes first differs between containers.
 */
final class ConsumerLifecycle {

    private static final System.Logger LOG = System.getLogger(ConsumerLifecycle.class.getName());

    private final BeanManager manager;
    private final BrokerSource source;
    private final MessageRequestContext context;
    private final List<HandlerMethod> handlers;
    private final Duration timeout;
    private final Object draining = new Object();
    private volatile boolean paused;
    private volatile @Nullable ConsumerRegistry registry;
    private boolean started;
    private boolean drained;
    private @Nullable Thread hook;

    ConsumerLifecycle(
            BeanManager manager,
            BrokerSource source,
            MessageRequestContext context,
            List<HandlerMethod> handlers,
            Duration timeout) {
        this.manager = manager;
        this.source = source;
        this.context = context;
        this.handlers = List.copyOf(handlers);
        this.timeout = timeout;
    }

    /** The registry that is drained with the application; opens the broker. */
    synchronized ConsumerRegistry registry() {
        ConsumerRegistry existing = registry;
        if (existing != null) {
            return existing;
        }
        ConsumerRegistry made = new ConsumerRegistry(source.open(), context::around);
        registry = made;
        if (paused) {
            // After the drain nobody would take a hook back.
            made.pause();
        } else {
            pauseOnSignal(made);
        }
        return made;
    }

    /** Starts the handlers, once; does nothing without any, or after the first sign of a shutdown. */
    void start() {
        synchronized (this) {
            if (started || paused) {
                return;
            }
            started = true;
        }
        if (handlers.isEmpty()) {
            return;
        }
        try {
            List<HandlerInvocation> calls = handlers.stream()
                    .map(handler -> new HandlerInvocation(handler, manager))
                    .toList();
            for (HandlerInvocation call : calls) {
                HandlerMethod handler = call.handler();
                registry().consumeDeliveries(handler.topic(), handler.options(), call);
                LOG.log(
                        Level.INFO,
                        () -> handler.name() + " consumes topic " + handler.topic() + " in group "
                                + handler.options().group() + ".");
            }
        } catch (RuntimeException | Error e) {
            boolean overtaken = paused;
            drain();
            if (!overtaken) {
                throw e;
            }
        }
    }

    /** Starts no message any more, without waiting: the first sign of a shutdown (DRN-2). */
    void pause() {
        paused = true;
        ConsumerRegistry existing = registry;
        if (existing != null) {
            existing.pause();
        }
    }

    /** Pauses, waits for what is in hand, closes the broker, and leaves nothing behind (DRN-7). */
    void drain() {
        try {
            pause();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.DEBUG, "A consumer could not be paused. The drain pauses again, and says so.", e);
        }
        synchronized (draining) {
            if (drained) {
                return;
            }
            drained = true;
            try {
                drainRegistry();
            } finally {
                closeBroker();
                takeBackHook();
            }
        }
    }

    private void drainRegistry() {
        ConsumerRegistry existing = registry;
        if (existing != null && !existing.drain(timeout)) {
            LOG.log(
                    Level.WARNING,
                    "Handlers still ran when the " + timeout + " of millrace.shutdown-timeout were"
                            + " over. Their messages stay pending and are delivered again; raise the time-out if handlers"
                            + " need longer.");
        }
    }

    private void closeBroker() {
        try {
            source.close();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "The broker could not be closed. The shutdown goes on.", e);
        }
    }

    private void pauseOnSignal(ConsumerRegistry made) {
        Thread thread = new Thread(this::pause, "millrace-pause");
        try {
            Runtime.getRuntime().addShutdownHook(thread);
            hook = thread;
        } catch (IllegalStateException e) {
            // The JVM is ending already.
            paused = true;
            made.pause();
        }
    }

    /** The JVM hook that pauses, while it is registered. */
    synchronized @Nullable Thread hook() {
        return hook;
    }

    /** A hook left behind would keep the application's class loader and run against a dead container. */
    private synchronized void takeBackHook() {
        if (hook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                LOG.log(Level.DEBUG, "The JVM is ending; the hook goes with it.", e);
            }
            hook = null;
        }
    }
}
