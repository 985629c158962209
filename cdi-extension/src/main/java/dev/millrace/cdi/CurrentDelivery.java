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

    /** What a thread works for; without the request context where the thread has another. */
    private record Activation(CurrentDelivery delivery, boolean withContext) {}

    /** The place of one instance, made by the first thread that needs it while only those that need it too wait. */
    private static final class Held<T> {

        private final Contextual<T> contextual;
        private @Nullable T instance;
        private @Nullable CreationalContext<T> creation;
        private volatile boolean destroyed;

        /** Ends with the delivery, or has; guarded by the delivery. */
        private boolean ending;

        Held(Contextual<T> contextual) {
            this.contextual = contextual;
        }

        synchronized @Nullable T get(@Nullable CreationalContext<T> given) {
            if (instance == null && given != null && !destroyed) {
                instance = contextual.create(given);
                creation = given;
            }
            return instance;
        }

        boolean isDestroyed() {
            return destroyed;
        }

        /** Who reaches for it meanwhile, and until all has ended, gets the instance, as in other contexts. */
        void end() {
            T ended;
            CreationalContext<T> by;
            synchronized (this) {
                ended = instance;
                by = creation;
                destroyed = ended == null;
            }
            if (ended != null && by != null) {
                contextual.destroy(ended, by);
            }
        }

        void destroy() {
            T gone;
            CreationalContext<T> by;
            synchronized (this) {
                destroyed = true;
                gone = instance;
                by = creation;
                instance = null;
            }
            if (gone != null && by != null) {
                contextual.destroy(gone, by);
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
        return activation == null || activation.delivery().isOver()
                ? Optional.empty()
                : Optional.of(activation.delivery());
    }

    /** The delivery whose request context is active on the calling thread. */
    static @Nullable CurrentDelivery withContext(MessageRequestContext context) {
        Activation activation = ACTIVE.get();
        return activation != null
                        && activation.withContext()
                        && activation.delivery().context == context
                        && !activation.delivery().isOver()
                ? activation.delivery()
                : null;
    }

    BrokerMessage message() {
        return message;
    }

    /**
     * Makes the calling thread work for this delivery until the scope is closed. Its request context stays
     * off where the thread has another one: of two, Weld takes none and OpenWebBeans any.
     */
    Scope enter() {
        Activation before = ACTIVE.get();
        boolean alreadyHere = before != null && before.delivery() == this;
        ACTIVE.set(new Activation(this, !alreadyHere || before.withContext()));
        // Asked with ours on: without any, the container says so with an exception, for each message.
        if (!alreadyHere && !context.isTheOnlyOne()) {
            ACTIVE.set(new Activation(this, false));
        }
        TraceContext.Scope traced = trace.open();
        return () -> {
            traced.close();
            if (before == null) {
                ACTIVE.remove();
            } else {
                ACTIVE.set(before);
            }
        };
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
            if (held == null || held.ending) {
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
        if (!begun || withContext(context) != null || !context.isOtherActive()) {
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
            if (!held.ending) {
                held.ending = true;
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
