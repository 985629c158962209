package dev.millrace.cdi;

import java.lang.System.Logger.Level;
import java.lang.annotation.Annotation;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.enterprise.context.Destroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.spi.AlterableContext;
import jakarta.enterprise.context.spi.Contextual;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.inject.spi.BeanManager;

import dev.millrace.BrokerMessage;
import dev.millrace.DeliveryHandler;
import dev.millrace.TraceContext;
import org.jspecify.annotations.Nullable;

/**
 * The request context of a delivery: each has its own, active on the threads that work for it until its
 * handler's stage completes (CTX-1). Off on every other thread, so that it never meets a servlet's.
 */
final class MessageRequestContext implements AlterableContext {

    private static final System.Logger LOG = System.getLogger(MessageRequestContext.class.getName());

    private final BeanManager manager;
    private final Map<Annotation, Event<BrokerMessage>> events = new ConcurrentHashMap<>();

    MessageRequestContext(BeanManager manager) {
        this.manager = manager;
    }

    /** A handler that runs within a request context of each delivery's own. */
    @SuppressWarnings("try")
    DeliveryHandler around(DeliveryHandler handler) {
        return delivery -> {
            CurrentDelivery current = new CurrentDelivery(this, delivery.message(), TraceContext.current());
            try (CurrentDelivery.Scope scope = current.enter()) {
                CompletionStage<?> stage;
                try {
                    current.begin();
                    stage = Objects.requireNonNull(
                            handler.handle(delivery), "The handler returned null. Return a CompletionStage.");
                } catch (Throwable failure) {
                    current.end();
                    throw failure;
                }
                return stage.whenComplete((value, failure) -> current.end());
            }
        };
    }

    void initialized(BrokerMessage message) {
        fire(message, Initialized.Literal.REQUEST);
    }

    void beforeDestroyed(BrokerMessage message) {
        attempt(() -> fire(message, BeforeDestroyed.Literal.REQUEST));
    }

    void destroyed(BrokerMessage message) {
        attempt(() -> fire(message, Destroyed.Literal.REQUEST));
    }

    private void fire(BrokerMessage message, Annotation qualifier) {
        events.computeIfAbsent(qualifier, each -> manager.getEvent().select(BrokerMessage.class, each))
                .fire(message);
    }

    /** A failing clean-up must not undo what the handler did, nor keep the rest from being cleaned up. */
    void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            LOG.log(
                    Level.WARNING,
                    "The request context of a message was not destroyed cleanly. Mend the observer or"
                            + " the @PreDestroy method that failed.",
                    e);
        }
    }

    /** Whether ours, which is active, is the request context that the calling thread gets. */
    boolean isTheOnlyOne() {
        try {
            return manager.getContext(RequestScoped.class) == this;
        } catch (RuntimeException e) {
            // Weld's answer to two of them, and every container's when the application has gone.
            return false;
        }
    }

    /** Whether the calling thread has a request context, where ours is off. */
    boolean isOtherActive() {
        try {
            manager.getContext(RequestScoped.class);
            return true;
        } catch (RuntimeException e) {
            // There is none; or the application has gone, and not even that can be asked.
            return false;
        }
    }

    @Override
    public Class<? extends Annotation> getScope() {
        return RequestScoped.class;
    }

    @Override
    public <T> @Nullable T get(Contextual<T> contextual, @Nullable CreationalContext<T> creation) {
        return delivery().get(contextual, creation);
    }

    @Override
    public <T> @Nullable T get(Contextual<T> contextual) {
        return delivery().get(contextual, null);
    }

    @Override
    public void destroy(Contextual<?> contextual) {
        delivery().destroy(contextual);
    }

    @Override
    public boolean isActive() {
        return CurrentDelivery.isActive(this);
    }

    private CurrentDelivery delivery() {
        CurrentDelivery delivery = CurrentDelivery.withContext(this);
        if (delivery == null) {
            throw new ContextNotActiveException("No message is being handled on this thread.");
        }
        return delivery;
    }
}
