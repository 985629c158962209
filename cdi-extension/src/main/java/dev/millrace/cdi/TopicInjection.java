package dev.millrace.cdi;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.Optional;

import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.inject.Provider;

import dev.millrace.Topic;
import dev.millrace.spi.Settings;
import org.jspecify.annotations.Nullable;

/** A place where a {@link Topic} is injected. */
record TopicInjection(String place, Type topic, Optional<String> written) {

    /** Empty where something else is injected, or somebody else's topic. */
    static Optional<TopicInjection> of(InjectionPoint at) {
        Optional<String> written = at.getQualifiers().stream()
                .filter(TopicName.class::isInstance)
                .map(qualifier -> ((TopicName) qualifier).value())
                .findFirst();
        if (written.isEmpty() && !at.getQualifiers().contains(Default.Literal.INSTANCE)) {
            return Optional.empty();
        }
        Type told = provided(at.getType());
        if (written.isEmpty() && TypeArguments.erase(told) != Topic.class) {
            // Asked for every injection point of the application: nothing of most is looked at more closely.
            return Optional.empty();
        }
        // OpenWebBeans tells something else of an Instance, and some containers only the class of what is inherited.
        Type type = payload(told) == null ? declared(at).orElse(told) : told;
        return TypeArguments.erase(type) == Topic.class
                ? Optional.of(new TopicInjection(place(at), type, written))
                : Optional.empty();
    }

    static String place(InjectionPoint at) {
        Member member = at.getMember();
        if (member == null) {
            return "lookup of " + at.getType().getTypeName();
        }
        String in = member.getDeclaringClass().getName();
        return "injection at " + in + "#" + (member instanceof Constructor ? "new" : member.getName());
    }

    /** What a Provider or Instance provides; any other type itself. */
    private static Type provided(Type type) {
        return type instanceof ParameterizedType parameterized
                        && Provider.class.isAssignableFrom(TypeArguments.erase(type))
                ? parameterized.getActualTypeArguments()[0]
                : type;
    }

    /** The topic as it is written, its variables resolved against the bean class. */
    private static Optional<Type> declared(InjectionPoint at) {
        Member member = at.getMember();
        Type written = null;
        if (member instanceof Field field) {
            written = field.getGenericType();
        } else if (member instanceof Executable executable
                && at.getAnnotated() instanceof AnnotatedParameter<?> parameter
                && executable.getGenericParameterTypes().length == executable.getParameterCount()) {
            written = executable.getGenericParameterTypes()[parameter.getPosition()];
        }
        if (written == null) {
            return Optional.empty();
        }
        Class<?> in =
                at.getBean() == null ? member.getDeclaringClass() : at.getBean().getBeanClass();
        return Optional.of(provided(TypeArguments.of(in).resolve(written)))
                .filter(type -> TypeArguments.erase(type) == Topic.class);
    }

    /** The payloads' type, or null where it is not known. */
    private static @Nullable Type payload(Type topic) {
        if (!(topic instanceof ParameterizedType parameterized) || parameterized.getRawType() != Topic.class) {
            return null;
        }
        Type payload = parameterized.getActualTypeArguments()[0];
        return payload instanceof WildcardType || TypeArguments.isOpen(payload) ? null : payload;
    }

    /** The payloads' type, in a form that can be passivated; empty where a fault was added. */
    Optional<Type> payload(List<String> faults) {
        Type payload = payload(topic);
        if (payload == null) {
            faults.add(Problems.openTopic(place, topic.getTypeName().replace(Topic.class.getName(), "Topic")));
            return Optional.empty();
        }
        return Optional.of(TypeArguments.of(Object.class).resolve(payload));
    }

    /** The topic's name; empty where a fault was added. */
    Optional<String> name(Settings settings, List<String> faults) {
        if (written.isEmpty()) {
            faults.add(Problems.unnamedTopic(place));
            return Optional.empty();
        }
        return NameExpression.resolve(place, "@TopicName", written.get(), settings, faults);
    }
}
