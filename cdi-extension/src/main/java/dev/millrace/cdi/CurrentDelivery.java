package dev.millrace.cdi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.spi.Contextual;
import jakarta.enterprise.context.spi.CreationalContext;

import dev.millrace.BrokerMessage;
import dev.millrace.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * What a delivery carries from thread to thread: its message, its trace and its request context. Thread-safe;
 * several threads may work for one delivery.
 */
final class CurrentDelivery {

    private static final ThreadLocal<@Nullable Activation> ACTIVE = new ThreadLocal<>();

    private final MessageRequestContext context;
    private final BrokerMessage message;
    private final TraceContext trace;
    private final Map<Contextual<?>, Held<?>> instances = new LinkedHashMap<>();
    private final List<Runnable> endings = new ArrayList<>();
    private volatile boolean begun;
    private boolean over;

    /** What a thread works for; without the request context where the thread has another. Of its thread alone. */
    private static final class Activation {

        private final CurrentDelivery delivery;
        private boolean withContext;

        /** On a thread that is not the handler's, where a container may begin a request context of its own later. */
        private boolean watchful;

        Activation(CurrentDelivery delivery, boolean withContext) {
            this.delivery = delivery;
            this.withContext = withContext;
        }

        /** Asked with ours on, and so without asking again. */
        boolean isTheOnlyOne() {
            if (!watchful) {
                return true;
            }
            watchful = false;
            try {
                return delivery.context.isTheOnlyOne();
            } finally {
                watchful = true;
            }
        }
    }

    CurrentDelivery(MessageRequestContext context, BrokerMessage message, TraceContext trace) {
        this.context = context;
        this.message = message;
        this.trace = trace;
    }

    /** The delivery the calling thread works for, unless it is over. */
    static Optional<CurrentDelivery> current() {
        Activation activation = ACTIVE.get();
        return activation == null || activation.delivery.isOver() ? Optional.empty() : Optional.of(activation.delivery);
    }

    /** The delivery whose request context is active on the calling thread. */
    static @Nullable CurrentDelivery withContext(MessageRequestContext context) {
        Activation activation = ACTIVE.get();
        return activation != null
                        && activation.withContext
                        && activation.delivery.context == context
                        && !activation.delivery.isOver()
                ? activation.delivery
                : null;
    }

    /**
     * Whether the calling thread is to get the context of its delivery. Not where another began after it: Weld, which
     * begins one for each observer of an asynchronous event, takes none of two.
     */
    static boolean isActive(MessageRequestContext context) {
        Activation activation = ACTIVE.get();
        return activation != null && withContext(context) != null && activation.isTheOnlyOne();
    }

    BrokerMessage message() {
        return message;
    }

    /**
     * Makes the calling thread work for this delivery until the scope is closed. Its request context stays
     * off where the thread has another one: of two, Weld takes none and OpenWebBeans any.
     */
    Scope enter() {
        return enter(false);
    }

    /** The same for a task that was handed over, on a thread that may be anybody's. */
    Scope enterElsewhere() {
        return enter(true);
    }

    private Scope enter(boolean watchful) {
        Activation before = ACTIVE.get();
        boolean alreadyHere = before != null && before.delivery == this;
        Activation here = new Activation(this, !alreadyHere || before.withContext);
        ACTIVE.set(here);
        try {
            // Asked with ours on: without any, the container says so with an exception, for each message.
            here.withContext = alreadyHere ? before.withContext : context.isTheOnlyOne();
        } catch (Error e) {
            restore(before);
            throw e;
        }
        here.watchful = alreadyHere ? before.watchful : watchful;
        TraceContext.Scope traced = trace.open();
        return () -> {
            traced.close();
            restore(before);
        };
    }

    private static void restore(@Nullable Activation before) {
        if (before == null) {
            ACTIVE.remove();
        } else {
            ACTIVE.set(before);
        }
    }

    /** Has something done when the delivery is over, with the request context still there. */
    synchronized void atEnd(Runnable ending) {
        endings.add(ending);
    }

    <T> @Nullable T get(Contextual<T> contextual, @Nullable CreationalContext<T> creation) {
        Held<T> held = held(contextual, creation != null);
        while (held != null) {
            T instance = held.get(creation);
            if (instance != null || !held.isDestroyed()) {
                return instance;
            }
            // Destroyed by hand meanwhile, so there may be another by now; or with the delivery, and this throws.
            held = held(contextual, creation != null);
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    private synchronized <T> @Nullable Held<T> held(Contextual<T> contextual, boolean make) {
        if (over) {
            throw new ContextNotActiveException("The delivery of message " + message.id() + " is over.");
        }
        Held<T> held = (Held<T>) instances.get(contextual);
        if (held != null && held.isDestroyed()) {
            held = null;
        }
        if (held == null && make) {
            held = new Held<>(contextual);
            instances.put(contextual, held);
        }
        return held;
    }

    void destroy(Contextual<?> contextual) {
        Held<?> held;
        synchronized (this) {
            held = instances.get(contextual);
            if (held == null || held.isEnding()) {
                return;
            }
            instances.remove(contextual);
        }
        held.destroy();
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** Begins the request context, unless the thread has another, which the delivery then shares. */
    void begin() {
        if (withContext(context) != null) {
            begun = true;
            context.initialized(message);
        }
    }

    /** Ends the delivery's contexts, on whatever thread the handler's stage completed; never throws. */
    void end() {
        if (!begun || context.isActive() || !context.isOtherActive()) {
            endHere();
            return;
        }
        // This thread serves a request of its own, whose context must not be taken for the delivery's.
        Thread apart = new Thread(this::endHere, "millrace-context-end");
        apart.start();
        try {
            apart.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("try")
    private void endHere() {
        try (Scope scope = enter()) {
            if (begun) {
                context.beforeDestroyed(message);
            }
            destroyAll();
        }
        if (begun) {
            context.destroyed(message);
        }
    }

    /** Also what is created while the rest is destroyed. What has ended is not made again, so this comes to an end. */
    private void destroyAll() {
        List<Runnable> steps = nextSteps();
        while (!steps.isEmpty()) {
            steps.forEach(context::attempt);
            steps = nextSteps();
        }
    }

    /** What has not ended yet; without any, all of it is over. */
    private synchronized List<Runnable> nextSteps() {
        List<Runnable> steps = new ArrayList<>(endings);
        endings.clear();
        for (Held<?> held : instances.values()) {
            if (!held.isEnding()) {
                held.beginEnding();
                steps.add(held::end);
            }
        }
        if (steps.isEmpty()) {
            over = true;
            instances.clear();
        }
        return steps;
    }

    /** The time in which a thread works for a delivery. */
    interface Scope extends AutoCloseable {

        @Override
        void close();
    }
}
