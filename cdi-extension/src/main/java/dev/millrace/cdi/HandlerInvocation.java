package dev.millrace.cdi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;

import dev.millrace.Delivery;
import dev.millrace.DeliveryHandler;
import org.jspecify.annotations.Nullable;

/**
 * Calls a handler through its bean's contextual reference, so that interceptors and decorators apply
 * (HND-6). The reference is asked for with the first message: a container makes the class of a proxy then,
 * and a deployment would wait for all of them.
 */
final class HandlerInvocation implements DeliveryHandler {

    private static final CompletionStage<Void> DONE = CompletableFuture.completedStage(null);

    private final CalledMethod handler;
    private final BeanManager manager;
    private final Class<?> type;
    private final Method method;
    private final HandlerSignature signature;
    private final boolean lasting;
    private volatile @Nullable Object shared;

    HandlerInvocation(CalledMethod handler, BeanManager manager) {
        HandlerCandidate candidate = handler.candidate();
        this.handler = handler;
        this.manager = manager;
        BusinessView view = BusinessView.of(candidate)
                .orElseThrow(() -> new IllegalStateException("the business view was checked to have it: " + candidate));
        this.type = view.type();
        this.method = view.method();
        method.setAccessible(true);
        this.signature = HandlerSignature.of(candidate.method(), candidate.beanClass());
        this.lasting = candidate.scope() == Singleton.class || manager.isNormalScope(candidate.scope());
        if (candidate.scope() == Singleton.class) {
            // Without a proxy it is the instance: what its constructor throws stops the start, and costs no message.
            this.shared = reference();
        }
    }

    /** Why a handler's bean cannot be reached, told at deployment where that makes no instance. */
    static Optional<String> fault(CalledMethod handler, BeanManager manager) {
        HandlerCandidate candidate = handler.candidate();
        if (!manager.isNormalScope(candidate.scope())
                || (!candidate.isSessionBean() && HandlerRules.isProxyable(candidate.beanClass()))) {
            return Optional.empty();
        }
        try {
            new HandlerInvocation(handler, manager).reference();
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(Problems.noReference(handler.name(), String.valueOf(e.getMessage())));
        }
    }

    CalledMethod handler() {
        return handler;
    }

    @Override
    public CompletionStage<?> handle(Delivery delivery) throws Exception {
        Object[] arguments = signature.values(delivery);
        Object target = handler.candidate().scope() == Dependent.class ? ownInstance(handler.bean()) : reference();
        return call(target, arguments);
    }

    /**
     * The one for all messages; two threads may both ask for it, and get the same or as good. Of another scope without
     * proxies it is the instance that the scope has now.
     */
    private Object reference() {
        Object known = shared;
        if (known == null) {
            known = manager.getReference(handler.bean(), type, manager.createCreationalContext(handler.bean()));
            if (lasting) {
                shared = known;
            }
        }
        return known;
    }

    private CompletionStage<?> call(Object target, Object[] arguments) throws Exception {
        Object result;
        try {
            result = method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            // Neither, which the language allows: no method of ours could throw it.
            return CompletableFuture.failedStage(e.getCause());
        }
        if (!signature.returnsStage()) {
            return DONE;
        }
        if (result == null) {
            throw new IllegalStateException(Problems.nullStage(handler.name()));
        }
        return (CompletionStage<?>) result;
    }

    /** An instance for this message alone, destroyed with all that depends on it when the delivery is over (HND-7). */
    private <T> Object ownInstance(Bean<T> bean) {
        CreationalContext<T> creation = manager.createCreationalContext(bean);
        try {
            if (handler.candidate().isSessionBean()) {
                Object reference = manager.getReference(bean, type, creation);
                atEnd(creation::release);
                return reference;
            }
            T instance = bean.create(creation);
            atEnd(() -> bean.destroy(instance, creation));
            return instance;
        } catch (RuntimeException | Error e) {
            creation.release();
            throw e;
        }
    }

    private static void atEnd(Runnable ending) {
        CurrentDelivery.current()
                .orElseThrow(() -> new IllegalStateException("a handler is called within a delivery"))
                .atEnd(ending);
    }
}
