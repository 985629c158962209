package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** An annotation made of values, equal to one in source, as {@link Annotation} asks. */
record AnnotationInstance(Class<? extends Annotation> type, Map<String, Object> values) implements InvocationHandler {

    static Annotation of(Class<? extends Annotation> type, Map<String, Object> values) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new AnnotationInstance(type, values)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "annotationType" -> type;
            case "equals" -> method.getParameterCount() == 1 ? isEqual(arguments[0]) : values.get("equals");
            case "hashCode" -> hash();
            case "toString" -> "@" + type.getName() + values;
            default -> values.get(method.getName());
        };
    }

    private boolean isEqual(Object other) {
        if (!type.isInstance(other)) {
            return false;
        }
        for (Method member : type.getDeclaredMethods()) {
            if (!EventQualifiers.value((Annotation) other, member).equals(values.get(member.getName()))) {
                return false;
            }
        }
        return true;
    }

    private int hash() {
        return values.entrySet().stream()
                .mapToInt(each ->
                        (127 * each.getKey().hashCode()) ^ each.getValue().hashCode())
                .sum();
    }
}
