package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import jakarta.enterprise.inject.Specializes;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.SessionBeanType;

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

    private final MarkedTypes types;
    private final Map<Class<?>, Found> beans = new LinkedHashMap<>();
    private final Set<Class<?>> known = new LinkedHashSet<>();

    HandlerDiscovery(MarkedTypes types) {
        this.types = types;
    }

    /** A candidate with the bean it was found on. */
    record Handler(HandlerCandidate candidate, Bean<?> bean) {}

    private record Found(
            Bean<?> bean, AnnotatedType<?> type, @Nullable SessionBeanType session) {}

    /** A bean. A session bean is shown twice, once as a managed one. */
    void sawBean(Bean<?> bean, AnnotatedType<?> type, @Nullable SessionBeanType session) {
        if (types.hasHandlers(type)) {
            beans.merge(
                    bean.getBeanClass(),
                    new Found(bean, type, session),
                    (before, now) -> now.session() == null ? before : now);
        } else if (type.isAnnotationPresent(Specializes.class)) {
            beans.put(bean.getBeanClass(), new Found(bean, type, session));
        }
    }

    /** The classes of the beans that were seen with handlers. */
    Set<Class<?>> beanClasses() {
        return beans.keySet();
    }

    /** Lets go of what only a deployment needs, and keeps the classes that were seen. */
    void forgetBeans() {
        known.addAll(types.classes());
        known.addAll(beans.keySet());
        types.forget();
        beans.clear();
    }

    /** Classes of the application with a handler that no container made a bean of, nor ever saw (HND-3). */
    List<String> warningsOfNoBeans(Set<Class<?>> marked) {
        List<String> unseen = new ArrayList<>();
        for (Class<?> type : marked) {
            if (!Modifier.isAbstract(type.getModifiers()) && !MarkedTypes.isAboveOneOf(known, type)) {
                unseen.addAll(declaredHandlers(type));
            }
        }
        return unseen.stream().sorted().map(Problems::undiscovered).toList();
    }

    private static List<String> declaredHandlers(Class<?> type) {
        try {
            return Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> !method.isBridge() && MarkedTypes.isMarked(method))
                    .map(method -> type.getName() + "#" + method.getName())
                    .toList();
        } catch (LinkageError e) {
            // A class that needs what is not there, as a library's optional part may, could not be a bean either.
            return List.of();
        }
    }

    /** The handlers, sound or not, in the order of their names: containers have none. */
    List<Handler> handlers(BeanManager manager) {
        Set<Class<?>> specialized = new HashSet<>();
        for (Found found : beans.values()) {
            if (found.type().isAnnotationPresent(Specializes.class)) {
                specialized.add(found.bean().getBeanClass().getSuperclass());
            }
        }
        TreeMap<String, List<Handler>> byName = new TreeMap<>();
        for (Found found : beans.values()) {
            Class<?> beanClass = found.bean().getBeanClass();
            if (specialized.contains(beanClass) || MarkedTypes.isInterceptorOrDecorator(found.type())) {
                continue;
            }
            for (AnnotatedMethod<?> method : MarkedTypes.marked(found.type())) {
                if (isEffective(method.getJavaMember(), beanClass)) {
                    HandlerCandidate candidate = candidate(method, found, manager);
                    byName.computeIfAbsent(candidate.name(), name -> new ArrayList<>())
                            .add(new Handler(candidate, found.bean()));
                }
            }
        }
        List<Handler> handlers = new ArrayList<>();
        byName.values().forEach(handlers::addAll);
        return handlers;
    }

    /** Whether no class between the bean and the method's own overrides it. */
    private static boolean isEffective(Method method, Class<?> beanClass) {
        for (Class<?> at = beanClass; at != null && at != method.getDeclaringClass(); at = at.getSuperclass()) {
            for (Method each : at.getDeclaredMethods()) {
                if (overrides(each, method, at)) {
                    return false;
                }
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
        if (found.session() == SessionBeanType.STATEFUL
                || MarkedTypes.hasAnnotation(found.type(), "jakarta.ejb.Stateful")) {
            return BeanKind.STATEFUL;
        }
        return found.session() == null ? BeanKind.MANAGED : BeanKind.SESSION;
    }

    private static ScopeKind scopeKind(Bean<?> bean, BeanManager manager) {
        if (!manager.isNormalScope(bean.getScope())) {
            return ScopeKind.PSEUDO;
        }
        return manager.isPassivatingScope(bean.getScope()) ? ScopeKind.PASSIVATING : ScopeKind.NORMAL;
    }

    private static Set<String> annotationNames(AnnotatedMethod<?> method, Found found, BeanManager manager) {
        Set<String> names = names(method.getAnnotations());
        names.addAll(names(found.type().getAnnotations()));
        for (Class<? extends Annotation> stereotype : found.bean().getStereotypes()) {
            names.addAll(names(manager.getStereotypeDefinition(stereotype)));
        }
        return names;
    }

    private static Set<String> names(Set<Annotation> annotations) {
        Set<String> names = new LinkedHashSet<>();
        for (Annotation each : annotations) {
            names.add(each.annotationType().getName());
        }
        return names;
    }
}
