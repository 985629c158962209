package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.Set;

import dev.millrace.AckMode;
import dev.millrace.Consumes;
import dev.millrace.Subscribes;

/**
 * A method marked as a handler and what its bean is: values only, so that {@link HandlerRules} stays pure.
 *
 * @param beanClass the bean's own class, which may inherit the method
 * @param beanTypes the types the bean can be injected as
 * @param annotations names of the annotations on the method, the class and its stereotypes
 */
record HandlerCandidate(
        Method method,
        Optional<Consumes> consumes,
        Optional<Subscribes> subscribes,
        Class<?> beanClass,
        BeanKind kind,
        Set<Type> beanTypes,
        Class<? extends Annotation> scope,
        ScopeKind scopeKind,
        Set<String> annotations) {

    /** What the container made of the class. */
    enum BeanKind {
        MANAGED,
        SESSION,
        STATEFUL
    }

    /** How instances are shared and reached. */
    enum ScopeKind {
        PSEUDO,
        NORMAL,
        PASSIVATING
    }

    /** How errors and log lines name it. */
    String name() {
        String name = beanClass.getName() + "#" + method.getName();
        return method.getDeclaringClass() == beanClass
                ? name
                : name + " (inherited from " + method.getDeclaringClass().getName() + ")";
    }

    /** Whether the handler settles its deliveries by hand. */
    boolean isManual() {
        return consumes.isPresent() && consumes.get().ack() == AckMode.MANUAL;
    }

    boolean isSessionBean() {
        return kind == BeanKind.SESSION || kind == BeanKind.STATEFUL;
    }

    boolean hasType(Class<?> type) {
        for (Type each : beanTypes) {
            if (raw(each) == type) {
                return true;
            }
        }
        return false;
    }

    private static Type raw(Type type) {
        return type instanceof ParameterizedType parameterized ? parameterized.getRawType() : type;
    }
}
