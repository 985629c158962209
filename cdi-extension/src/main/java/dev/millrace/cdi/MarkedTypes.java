package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;

import dev.millrace.Consumes;
import dev.millrace.Subscribes;

/** The classes in which a container saw a method marked as a handler, which may or may not become beans. */
final class MarkedTypes {

    private static final String INTERCEPTOR = "jakarta.interceptor.Interceptor";
    private static final String DECORATOR = "jakarta.decorator.Decorator";

    private final Map<Class<?>, AnnotatedType<?>> types = new LinkedHashMap<>();
    private final Map<Class<?>, Boolean> marksAbove = new HashMap<>();

    void saw(AnnotatedType<?> type) {
        types.put(type.getJavaClass(), type);
    }

    Set<Class<?>> classes() {
        return types.keySet();
    }

    void forget() {
        types.clear();
        marksAbove.clear();
    }

    /**
     * Whether a type has marked methods, inherited ones too. A container makes the methods of a type when they are asked
     * for, so those that can have none are not asked.
     */
    boolean hasHandlers(AnnotatedType<?> type) {
        if (isAsWritten(type) && !isWrittenWithHandlers(type.getJavaClass())) {
            return false;
        }
        for (AnnotatedMethod<?> method : type.getMethods()) {
            if (isMarked(method)) {
                return true;
            }
        }
        return false;
    }

    /** Whether no extension has changed a type, as far as that can be told: Weld has another class for such. */
    private static boolean isAsWritten(AnnotatedType<?> type) {
        return type.getClass().getName().equals("org.jboss.weld.annotated.slim.backed.BackedAnnotatedType");
    }

    /** Whether a class was seen with handlers, or one above it has any: that need not be in a bean archive. */
    private boolean isWrittenWithHandlers(Class<?> beanClass) {
        if (types.containsKey(beanClass)) {
            return true;
        }
        Class<?> above = beanClass.getSuperclass();
        return above != null
                && above != Object.class
                && marksAbove.computeIfAbsent(above, MarkedTypes::inheritsHandlers);
    }

    private static boolean inheritsHandlers(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (isMarked(method)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Faults of classes whose handlers can never run, told by the class alone. */
    List<String> faults(Set<Class<?>> beanClasses) {
        List<String> faults = new ArrayList<>();
        types.forEach((type, annotated) -> {
            if (isInterceptorOrDecorator(annotated)) {
                String kind = hasAnnotation(annotated, DECORATOR) ? "a decorator" : "an interceptor";
                marked(annotated).forEach(method -> faults.add(Problems.interceptor(name(type, method), kind)));
            } else if (!type.isInterface()) {
                for (AnnotatedMethod<?> method : marked(annotated)) {
                    if (Modifier.isAbstract(method.getJavaMember().getModifiers())) {
                        faults.add(Problems.modifier(name(type, method), "abstract"));
                    }
                }
                if (isUnused(annotated, beanClasses) && !Modifier.isAbstract(type.getModifiers())) {
                    HandlerRules.whyNoBean(type)
                            .ifPresent(why -> faults.add(Problems.neverBean(names(annotated), why)));
                }
            }
        });
        return faults;
    }

    /** Classes that could have been beans and are none; an extension may have vetoed them on purpose. */
    List<String> warnings(Set<Class<?>> beanClasses) {
        List<String> warnings = new ArrayList<>();
        types.forEach((type, annotated) -> {
            if (!type.isInterface()
                    && !isInterceptorOrDecorator(annotated)
                    && isUnused(annotated, beanClasses)
                    && !annotated.isAnnotationPresent(Alternative.class)
                    && HandlerRules.whyNoBean(type).isEmpty()) {
                warnings.add(Problems.noBean(names(annotated)));
            }
        });
        return warnings;
    }

    /** Whether no bean has the class, nor inherits from it. */
    private static boolean isUnused(AnnotatedType<?> type, Set<Class<?>> beanClasses) {
        return !isAboveOneOf(beanClasses, type.getJavaClass()) && !marked(type).isEmpty();
    }

    static boolean isAboveOneOf(Set<Class<?>> classes, Class<?> type) {
        if (classes.contains(type)) {
            return true;
        }
        for (Class<?> each : classes) {
            if (type.isAssignableFrom(each)) {
                return true;
            }
        }
        return false;
    }

    /** By name: most applications have neither, and a server's class loaders may take long to find the annotations. */
    static boolean isInterceptorOrDecorator(Annotated type) {
        return hasAnnotation(type, INTERCEPTOR) || hasAnnotation(type, DECORATOR);
    }

    static boolean hasAnnotation(Annotated annotated, String name) {
        for (Annotation each : annotated.getAnnotations()) {
            if (each.annotationType().getName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isMarked(AnnotatedMethod<?> method) {
        return method.isAnnotationPresent(Consumes.class) || method.isAnnotationPresent(Subscribes.class);
    }

    static boolean isMarked(Method method) {
        return method.isAnnotationPresent(Consumes.class) || method.isAnnotationPresent(Subscribes.class);
    }

    static Collection<AnnotatedMethod<?>> marked(AnnotatedType<?> type) {
        Map<Method, AnnotatedMethod<?>> marked = new LinkedHashMap<>();
        for (AnnotatedMethod<?> method : type.getMethods()) {
            if (isMarked(method)
                    && !method.getJavaMember().isBridge()
                    && !method.getJavaMember().getDeclaringClass().isInterface()) {
                marked.putIfAbsent(method.getJavaMember(), method);
            }
        }
        return marked.values();
    }

    private static String name(Class<?> type, AnnotatedMethod<?> method) {
        return type.getName() + "#" + method.getJavaMember().getName();
    }

    private static String names(AnnotatedType<?> type) {
        return marked(type).stream()
                .map(method -> name(type.getJavaClass(), method))
                .collect(Collectors.joining(", "));
    }
}
