package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.function.Consumer;

import jakarta.enterprise.event.Reception;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.enterprise.inject.spi.EventContext;
import jakarta.enterprise.inject.spi.ObserverMethod;

/**
 * Observes events of every class. Added, not declared: of an extension that declares an observer of Object, Weld makes
 * every lifecycle event there is. No record, whose hash code, which containers ask for, the JVM links at length.
 */
final class AddedObserver implements ObserverMethod<Object> {

    private final Annotation qualifier;
    private final int priority;
    private final Consumer<EventContext<Object>> told;

    AddedObserver(Annotation qualifier, int priority, Consumer<EventContext<Object>> told) {
        this.qualifier = qualifier;
        this.priority = priority;
        this.told = told;
    }

    @Override
    public Class<?> getBeanClass() {
        return ConsumesExtension.class;
    }

    @Override
    public Type getObservedType() {
        return Object.class;
    }

    @Override
    public Set<Annotation> getObservedQualifiers() {
        return Set.of(qualifier);
    }

    @Override
    public Reception getReception() {
        return Reception.ALWAYS;
    }

    @Override
    public TransactionPhase getTransactionPhase() {
        return TransactionPhase.IN_PROGRESS;
    }

    @Override
    public int getPriority() {
        return priority;
    }

    @Override
    public void notify(EventContext<Object> event) {
        told.accept(event);
    }
}
