package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Provider;

import dev.millrace.Topic;
import dev.millrace.spi.Settings;
import org.jspecify.annotations.Nullable;

/** A place where a {@link Topic} is injected. */
record TopicInjection(String place, Type topic, Optional<String> written) {

    /** Empty where something else is injected, or somebody else's topic. */
    static Optional<TopicInjection> of(InjectionPlace at) {
        Optional<String> written = written(at.qualifiers());
        Type told = provided(at.type());
        if (written.isEmpty() && (TypeArguments.erase(told) != Topic.class || !isOfNoName(at))) {
            return Optional.empty();
        }
        // OpenWebBeans tells something else of an Instance, and some containers only the class of what is inherited.
        Type type = payload(told) == null
                ? at.written()
                        .map(TopicInjection::provided)
                        .filter(each -> TypeArguments.erase(each) == Topic.class)
                        .orElse(told)
                : told;
        return TypeArguments.erase(type) == Topic.class
                ? Optional.of(new TopicInjection(at.name(), type, written))
                : Optional.empty();
    }

    /** Of an Instance of any, the application selects one by its name. */
    private static boolean isOfNoName(InjectionPlace at) {
        return at.isDefault()
                || (at.qualifiers().equals(Set.of(Any.Literal.INSTANCE))
                        && TypeArguments.erase(at.type()) != Instance.class);
    }

    private static Optional<String> written(Set<Annotation> qualifiers) {
        for (Annotation qualifier : qualifiers) {
            if (qualifier instanceof TopicName name) {
                return Optional.of(name.value());
            }
        }
        return Optional.empty();
    }

    /** What a Provider or Instance provides; any other type itself. */
    private static Type provided(Type type) {
        return type instanceof ParameterizedType parameterized
                        && Provider.class.isAssignableFrom(TypeArguments.erase(type))
                ? parameterized.getActualTypeArguments()[0]
                : type;
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
