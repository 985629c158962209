package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.decorator.Decorator;
import jakarta.enterprise.inject.Alternative;
import jakarta.enterprise.inject.Specializes;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.SessionBeanType;
import jakarta.interceptor.Interceptor;

import dev.millrace.Consumes;
import dev.millrace.Subscribes;
import dev.millrace.cdi.HandlerCandidate.BeanKind;
import dev.millrace.cdi.HandlerCandidate.ScopeKind;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the container shows of classes and beans, and picks the handlers out of it: one for an
 * overridden method, none that is stale (HND-5).
 */
final class HandlerDiscovery {

    private final Map<Class<?>, AnnotatedType<?>> types = new LinkedHashMap<>();
    private final Map<Class<?>, Found> beans = new LinkedHashMap<>();
    private final Set<Class<?>> known = new LinkedHashSet<>();

    /** A candidate with the bean it was found on. */
    record Handler(HandlerCandidate candidate, Bean<?> bean) {}

    private record Found(
            Bean<?> bean, AnnotatedType<?> type, @Nullable SessionBeanType session) {}

    /** A class with a marked method, which may or may not become a bean. */
    void sawType(AnnotatedType<?> type) {
        types.put(type.getJavaClass(), type);
    }

    /** A bean. A session bean is shown twice, once as a managed one. */
    void sawBean(Bean<?> bean, AnnotatedType<?> type, @Nullable SessionBeanType session) {
        if (type.getMethods().stream().anyMatch(HandlerDiscovery::isMarked)) {
            beans.merge(
                    bean.getBeanClass(),
                    new Found(bean, type, session),
                    (before, now) -> now.session() == null ? before : now);
        } else if (type.isAnnotationPresent(Specializes.class)) {
            beans.put(bean.getBeanClass(), new Found(bean, type, session));
        }
    }

    /** Lets go of what only a deployment needs, and keeps the classes that were seen. */
    void forgetBeans() {
        known.addAll(types.keySet());
        known.addAll(beans.keySet());
        types.clear();
        beans.clear();
    }

    /** Classes of the application with a handler that no container made a bean of, nor ever saw (HND-3). */
    List<String> warningsOfNoBeans(Set<Class<?>> marked) {
        return marked.stream()
                .filter(type -> !Modifier.isAbstract(type.getModifiers()))
                .filter(type -> known.stream().noneMatch(type::isAssignableFrom))
                .flatMap(type -> declaredHandlers(type).stream())
                .sorted()
                .map(Problems::undiscovered)
                .toList();
    }

    private static List<String> declaredHandlers(Class<?> type) {
        try {
            return Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> !method.isBridge()
                            && (method.isAnnotationPresent(Consumes.class)
                                    || method.isAnnotationPresent(Subscribes.class)))
                    .map(method -> type.getName() + "#" + method.getName())
                    .toList();
        } catch (LinkageError e) {
            // A class that needs what is not there, as a library's optional part may, could not be a bean either.
            return List.of();
        }
    }

    /** The handlers, sound or not, in the order of their names: containers have none. */
    List<Handler> handlers(BeanManager manager) {
        Set<Class<?>> specialized = beans.values().stream()
                .filter(found -> found.type().isAnnotationPresent(Specializes.class))
                .<Class<?>>map(found -> found.bean().getBeanClass().getSuperclass())
                .collect(Collectors.toSet());
        List<Handler> handlers = new ArrayList<>();
        beans.forEach((beanClass, found) -> {
            if (!specialized.contains(beanClass) && !isInterceptorOrDecorator(found.type())) {
                marked(found.type()).stream()
                        .filter(method -> isEffective(method.getJavaMember(), beanClass))
                        .forEach(method -> handlers.add(new Handler(candidate(method, found, manager), found.bean())));
            }
        });
        handlers.sort(Comparator.comparing(handler -> handler.candidate().name()));
        return handlers;
    }

    /** Faults of classes whose handlers can never run, told by the class alone. */
    List<String> faultsOfTypes() {
        List<String> faults = new ArrayList<>();
        types.forEach((type, annotated) -> {
            if (isInterceptorOrDecorator(annotated)) {
                String kind = annotated.isAnnotationPresent(Decorator.class) ? "a decorator" : "an interceptor";
                marked(annotated).forEach(method -> faults.add(Problems.interceptor(name(type, method), kind)));
            } else if (!type.isInterface()) {
                marked(annotated).stream()
                        .filter(method ->
                                Modifier.isAbstract(method.getJavaMember().getModifiers()))
                        .forEach(method -> faults.add(Problems.modifier(name(type, method), "abstract")));
                if (isUnused(annotated) && !Modifier.isAbstract(type.getModifiers())) {
                    HandlerRules.whyNoBean(type)
                            .ifPresent(why -> faults.add(Problems.neverBean(names(annotated), why)));
                }
            }
        });
        return faults;
    }

    /** Classes that could have been beans and are none; an extension may have vetoed them on purpose. */
    List<String> warningsOfTypes() {
        return types.values().stream()
                .filter(type -> !type.getJavaClass().isInterface() && !isInterceptorOrDecorator(type))
                .filter(type -> isUnused(type) && !type.isAnnotationPresent(Alternative.class))
                .filter(type -> HandlerRules.whyNoBean(type.getJavaClass()).isEmpty())
                .map(type -> Problems.noBean(names(type)))
                .toList();
    }

    /** Whether no bean has the class, nor inherits from it. */
    private boolean isUnused(AnnotatedType<?> type) {
        return !marked(type).isEmpty() && beans.keySet().stream().noneMatch(type.getJavaClass()::isAssignableFrom);
    }

    private static boolean isInterceptorOrDecorator(Annotated type) {
        return type.isAnnotationPresent(Interceptor.class) || type.isAnnotationPresent(Decorator.class);
    }

    private static boolean isMarked(AnnotatedMethod<?> method) {
        return method.isAnnotationPresent(Consumes.class) || method.isAnnotationPresent(Subscribes.class);
    }

    private static Collection<AnnotatedMethod<?>> marked(AnnotatedType<?> type) {
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

    /** Whether no class between the bean and the method's own overrides it. */
    private static boolean isEffective(Method method, Class<?> beanClass) {
        for (Class<?> at = beanClass; at != null && at != method.getDeclaringClass(); at = at.getSuperclass()) {
            Class<?> below = at;
            if (Arrays.stream(at.getDeclaredMethods()).anyMatch(each -> overrides(each, method, below))) {
                return false;
            }
        }
        return true;
    }

    private static boolean overrides(Method candidate, Method method, Class<?> in) {
        int modifiers = method.getModifiers();
        boolean visible = (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
                || in.getPackageName().equals(method.getDeclaringClass().getPackageName());
        return candidate.getName().equals(method.getName())
                // A bridge is the compiler's: it stands for a method above, or beside one that is compared itself.
                && !candidate.isBridge()
                && !Modifier.isPrivate(modifiers)
                && !Modifier.isStatic(modifiers)
                && visible
                && List.of(candidate.getParameterTypes())
                        .equals(TypeArguments.of(in).parameters(method));
    }

    private static HandlerCandidate candidate(AnnotatedMethod<?> method, Found found, BeanManager manager) {
        Bean<?> bean = found.bean();
        Set<Type> types = new LinkedHashSet<>(bean.getTypes());
        return new HandlerCandidate(
                method.getJavaMember(),
                Optional.ofNullable(method.getAnnotation(Consumes.class)),
                Optional.ofNullable(method.getAnnotation(Subscribes.class)),
                bean.getBeanClass(),
                kind(found),
                types,
                bean.getScope(),
                scopeKind(bean, manager),
                annotationNames(method, found, manager));
    }

    private static BeanKind kind(Found found) {
        if (found.session() == SessionBeanType.STATEFUL || hasAnnotation(found.type(), "jakarta.ejb.Stateful")) {
            return BeanKind.STATEFUL;
        }
        return found.session() == null ? BeanKind.MANAGED : BeanKind.SESSION;
    }

    private static boolean hasAnnotation(Annotated annotated, String name) {
        return annotated.getAnnotations().stream()
                .anyMatch(each -> each.annotationType().getName().equals(name));
    }

    private static ScopeKind scopeKind(Bean<?> bean, BeanManager manager) {
        if (!manager.isNormalScope(bean.getScope())) {
            return ScopeKind.PSEUDO;
        }
        return manager.isPassivatingScope(bean.getScope()) ? ScopeKind.PASSIVATING : ScopeKind.NORMAL;
    }

    private static Set<String> annotationNames(AnnotatedMethod<?> method, Found found, BeanManager manager) {
        Stream<Annotation> ofStereotypes = found.bean().getStereotypes().stream()
                .flatMap(stereotype -> manager.getStereotypeDefinition(stereotype).stream());
        return Stream.of(method.getAnnotations().stream(), found.type().getAnnotations().stream(), ofStereotypes)
                .flatMap(each -> each)
                .map(each -> each.annotationType().getName())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
