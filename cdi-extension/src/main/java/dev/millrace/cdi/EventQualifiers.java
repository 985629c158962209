package dev.millrace.cdi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;

import dev.millrace.PayloadException;

/** Qualifiers as text: {@code com.acme.Live com.acme.Region?name=EU&rank=3}, values encoded as in a URL's query. */
final class EventQualifiers {

    /** Those that no class loader finds by their names. */
    private static final Map<String, Class<?>> PRIMITIVES = Stream.of(
                    boolean.class,
                    byte.class,
                    short.class,
                    int.class,
                    long.class,
                    float.class,
                    double.class,
                    char.class,
                    void.class)
            .collect(Collectors.toMap(Class::getName, type -> type));

    private EventQualifiers() {}

    /**
     * Writes qualifiers, without those that every event has.
     *
     * @throws IllegalArgumentException if a member holds an array or an annotation
     */
    static String write(Collection<Annotation> qualifiers) {
        return qualifiers.stream()
                .filter(each -> !(each instanceof Any || each instanceof Default))
                .map(EventQualifiers::write)
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private static String write(Annotation qualifier) {
        String members = members(qualifier.annotationType()).stream()
                .map(member -> member.getName() + "=" + URLEncoder.encode(text(qualifier, member), UTF_8))
                .collect(Collectors.joining("&"));
        return qualifier.annotationType().getName() + (members.isEmpty() ? "" : "?" + members);
    }

    private static String text(Annotation qualifier, Method member) {
        Object value = value(qualifier, member);
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof Class<?> type) {
            return type.getName();
        }
        if (value.getClass().isArray() || value instanceof Annotation) {
            throw new IllegalArgumentException("qualifier " + qualifier + ": member " + member.getName()
                    + " is an array or an annotation, which a bridge does not carry. Use a qualifier without.");
        }
        return value.toString();
    }

    static Object value(Annotation annotation, Method member) {
        try {
            member.setAccessible(true);
            return member.invoke(annotation);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("members of an annotation can be read", e);
        }
    }

    private static List<Method> members(Class<? extends Annotation> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> method.getParameterCount() == 0)
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    /**
     * Reads qualifiers.
     *
     * @param isQualifier what the container takes for one: nothing else is made of a message
     * @throws PayloadException if one is none that this process has
     */
    static List<Annotation> read(String text, ClassLoader loader, Predicate<Class<? extends Annotation>> isQualifier) {
        List<Annotation> qualifiers = new ArrayList<>();
        for (String each : text.isEmpty() ? new String[0] : text.split(" ", -1)) {
            try {
                int end = each.indexOf('?');
                Class<? extends Annotation> type = Class.forName(end < 0 ? each : each.substring(0, end), false, loader)
                        .asSubclass(Annotation.class);
                if (!isQualifier.test(type)) {
                    throw new IllegalArgumentException("it is no qualifier");
                }
                qualifiers.add(AnnotationInstance.of(type, values(type, end < 0 ? "" : each.substring(end + 1))));
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                throw new PayloadException(
                        "A qualifier of the event is none of this process (was \"" + each + "\"). Add its class.", e);
            }
        }
        return qualifiers;
    }

    private static Map<String, Object> values(Class<? extends Annotation> type, String members)
            throws ReflectiveOperationException {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String member : members.isEmpty() ? new String[0] : members.split("&", -1)) {
            int equals = member.indexOf('=');
            texts.put(member.substring(0, equals), URLDecoder.decode(member.substring(equals + 1), UTF_8));
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (Method member : members(type)) {
            String text = texts.get(member.getName());
            // A member that the sender's version of the qualifier did not have yet.
            Object value = text == null ? member.getDefaultValue() : value(text, member.getReturnType(), type);
            if (value == null) {
                throw new IllegalArgumentException("member " + member.getName() + " has no value");
            }
            values.put(member.getName(), value);
        }
        return values;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object value(String text, Class<?> type, Class<?> neighbour) throws ClassNotFoundException {
        if (type.isEnum()) {
            return Enum.valueOf((Class<? extends Enum>) type, text);
        }
        if (type == Class.class) {
            Class<?> primitive = PRIMITIVES.get(text);
            return primitive != null ? primitive : Class.forName(text, false, neighbour.getClassLoader());
        }
        return switch (type.getName()) {
            case "boolean" -> Boolean.valueOf(text);
            case "byte" -> Byte.valueOf(text);
            case "short" -> Short.valueOf(text);
            case "int" -> Integer.valueOf(text);
            case "long" -> Long.valueOf(text);
            case "float" -> Float.valueOf(text);
            case "double" -> Double.valueOf(text);
            case "char" -> text.charAt(0);
            default -> text;
        };
    }
}
