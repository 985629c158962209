package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Named;

import org.jspecify.annotations.Nullable;

/**
 * Where something is injected, as a container tells of it.
 *
 * @param member null for a lookup
 * @param beanClass null where no bean has it
 */
record InjectionPlace(
        Type type,
        Set<Annotation> qualifiers,
        @Nullable Member member,
        @Nullable Annotated annotated,
        @Nullable Class<?> beanClass) {

    static InjectionPlace of(InjectionPoint at) {
        Bean<?> bean = at.getBean();
        return new InjectionPlace(
                at.getType(),
                at.getQualifiers(),
                at.getMember(),
                at.getAnnotated(),
                bean == null ? null : bean.getBeanClass());
    }

    /** A parameter of an observer or a disposer. OpenWebBeans makes no injection point of one at deployment. */
    static InjectionPlace of(AnnotatedParameter<?> parameter, Class<?> beanClass, BeanManager manager) {
        Set<Annotation> qualifiers = new HashSet<>();
        boolean isDefault = true;
        for (Annotation each : parameter.getAnnotations()) {
            if (manager.isQualifier(each.annotationType())) {
                qualifiers.add(each);
                isDefault &= each instanceof Named || each instanceof Default;
            }
        }
        if (isDefault) {
            qualifiers.add(Default.Literal.INSTANCE);
        }
        Member member = parameter.getDeclaringCallable().getJavaMember();
        return new InjectionPlace(parameter.getBaseType(), qualifiers, member, parameter, beanClass);
    }

    boolean isDefault() {
        return qualifiers.contains(Default.Literal.INSTANCE);
    }

    /** How errors name it. */
    String name() {
        if (member == null) {
            return "lookup of " + type.getTypeName();
        }
        String in = member.getDeclaringClass().getName();
        return "injection at " + in + "#" + (member instanceof Constructor ? "new" : member.getName());
    }

    /** The type as it is written, its variables resolved against the bean class; empty for a lookup. */
    Optional<Type> written() {
        Type written = null;
        if (member instanceof Field field) {
            written = field.getGenericType();
        } else if (member instanceof Executable executable
                && annotated instanceof AnnotatedParameter<?> parameter
                && executable.getGenericParameterTypes().length == executable.getParameterCount()) {
            written = executable.getGenericParameterTypes()[parameter.getPosition()];
        }
        if (written == null || member == null) {
            return Optional.empty();
        }
        Class<?> in = beanClass == null ? member.getDeclaringClass() : beanClass;
        return Optional.of(TypeArguments.of(in).resolve(written));
    }
}
