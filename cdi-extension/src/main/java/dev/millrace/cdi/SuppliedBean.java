package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.PassivationCapable;

/** What the extension offers for injection. */
final class SuppliedBean<T> implements Bean<T>, PassivationCapable {

    static final String ID_PREFIX = "dev.millrace.cdi.supplied.";

    private final Class<?> type;
    private final Class<?> beanClass;
    private final Supplier<Set<Type>> types;
    private final Annotation qualifier;
    private final Class<? extends Annotation> scope;
    private final Function<CreationalContext<T>, ? extends T> instances;

    /**
     * A bean.
     *
     * @param beanClass what OpenWebBeans derives a proxy from
     * @param types asked late, since a bean that another extension adds may take this one's place
     */
    SuppliedBean(
            Class<T> type,
            Class<?> beanClass,
            Supplier<Set<Type>> types,
            Class<? extends Annotation> scope,
            Supplier<? extends T> instances) {
        this.type = type;
        this.beanClass = beanClass;
        this.types = types;
        this.qualifier = Default.Literal.INSTANCE;
        this.scope = scope;
        this.instances = creation -> instances.get();
    }

    /** A bean with a qualifier, each instance of which is made for the place where it is injected. */
    SuppliedBean(
            Class<?> type,
            Set<Type> types,
            Annotation qualifier,
            Class<? extends Annotation> scope,
            Function<CreationalContext<T>, ? extends T> instances) {
        this.type = type;
        this.beanClass = ConsumesExtension.class;
        this.types = () -> types;
        this.qualifier = qualifier;
        this.scope = scope;
        this.instances = instances;
    }

    SuppliedBean(Class<T> type, Class<? extends Annotation> scope, Supplier<? extends T> instances) {
        this(type, ConsumesExtension.class, () -> Set.of(type, Object.class), scope, instances);
    }

    @Override
    public T create(CreationalContext<T> creation) {
        return instances.apply(creation);
    }

    @Override
    public void destroy(T instance, CreationalContext<T> creation) {
        creation.release();
    }

    @Override
    public Class<?> getBeanClass() {
        return beanClass;
    }

    @Override
    public Set<InjectionPoint> getInjectionPoints() {
        return Set.of();
    }

    @Override
    public Set<Type> getTypes() {
        return types.get();
    }

    @Override
    public Set<Annotation> getQualifiers() {
        return Set.of(Any.Literal.INSTANCE, qualifier);
    }

    @Override
    public Class<? extends Annotation> getScope() {
        return scope;
    }

    @Override
    @SuppressWarnings("NullAway") // A bean without a name has null by the contract of BeanAttributes.
    public String getName() {
        return null;
    }

    @Override
    public Set<Class<? extends Annotation>> getStereotypes() {
        return Set.of();
    }

    @Override
    public boolean isAlternative() {
        return false;
    }

    @Override
    public String getId() {
        return ID_PREFIX + type.getSimpleName();
    }

    @Override
    public String toString() {
        return "Millrace's bean of " + type.getName();
    }
}
