package dev.millrace.cdi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.inject.Inject;

import dev.millrace.cdi.HandlerCandidate.BeanKind;
import dev.millrace.cdi.HandlerCandidate.ScopeKind;
import dev.millrace.cdi.HandlerSignature.Argument;
import dev.millrace.cdi.HandlerSignature.Kind;
import org.jspecify.annotations.Nullable;

/** Every fault of a handler's method and bean, not only the first (HND-3). Pure. */
final class HandlerRules {

    private static final String TRANSACTIONAL = "jakarta.transaction.Transactional";

    private static final List<String> ASYNCHRONOUS = List.of(
            "jakarta.ejb.Asynchronous",
            "jakarta.enterprise.concurrent.Asynchronous",
            "org.eclipse.microprofile.faulttolerance.Asynchronous");

    private static final Set<String> GUARDS =
            Set.of("jakarta.annotation.security.RolesAllowed", "jakarta.annotation.security.DenyAll");

    private static final String NO_GUARD = "jakarta.annotation.security.PermitAll";

    private final HandlerCandidate candidate;
    private final HandlerSignature signature;
    private final List<String> faults = new ArrayList<>();

    private HandlerRules(HandlerCandidate candidate) {
        this.candidate = candidate;
        this.signature = HandlerSignature.of(candidate.method(), candidate.beanClass());
    }

    static List<String> faults(HandlerCandidate candidate) {
        HandlerRules rules = new HandlerRules(candidate);
        rules.checkMarks();
        rules.checkBean();
        rules.checkModifiers();
        rules.checkParameters();
        rules.checkPayload();
        rules.checkReturn();
        rules.checkInterceptors();
        return rules.faults;
    }

    /** What is no fault but will surprise: a guard that refuses every message, unless the method lifts its class's. */
    static Optional<String> warning(HandlerCandidate candidate) {
        for (Annotation each : candidate.method().getAnnotations()) {
            if (each.annotationType().getName().equals(NO_GUARD)) {
                return Optional.empty();
            }
        }
        for (String annotation : candidate.annotations()) {
            if (GUARDS.contains(annotation)) {
                return Optional.of(Problems.guarded(candidate.name(), simpleName(annotation)));
            }
        }
        return Optional.empty();
    }

    /** Why a class can never be a bean, where that can be told from the class itself. */
    static Optional<String> whyNoBean(Class<?> type) {
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return Optional.of("a non-static inner class");
        }
        boolean constructible = Arrays.stream(type.getDeclaredConstructors()).anyMatch(HandlerRules::isUsable);
        return constructible ? Optional.empty() : Optional.of("no constructor that takes nothing or has @Inject");
    }

    /**
     * Whether every container can make client proxies of a class (CDI 4.0, 3.10); of others some can. A proxy may
     * implement the class's interfaces once more.
     */
    static boolean isProxyable(Class<?> type) {
        try {
            return !Modifier.isFinal(type.getModifiers()) && isConstructibleByProxy(type) && isOpen(type, type);
        } catch (LinkageError e) {
            return false;
        }
    }

    private static boolean isConstructibleByProxy(Class<?> type) {
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            if (each.getParameterCount() == 0 && !Modifier.isPrivate(each.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a proxy may extend and implement a class that the bean's class is or inherits from, and all above it. */
    private static boolean isOpen(@Nullable Class<?> type, Class<?> beanClass) {
        if (type == null || type == Object.class) {
            return true;
        }
        if (type.isSealed() || isHidden(type, beanClass)) {
            return false;
        }
        for (Method each : type.getDeclaredMethods()) {
            int modifiers = each.getModifiers();
            if (Modifier.isFinal(modifiers) && !Modifier.isPrivate(modifiers) && !Modifier.isStatic(modifiers)) {
                return false;
            }
        }
        for (Class<?> each : type.getInterfaces()) {
            if (!isOpen(each, beanClass)) {
                return false;
            }
        }
        return isOpen(type.getSuperclass(), beanClass);
    }

    private static boolean isHidden(Class<?> above, Class<?> type) {
        return above.isInterface()
                && !Modifier.isPublic(above.getModifiers())
                && !above.getPackageName().equals(type.getPackageName());
    }

    private static boolean isUsable(Constructor<?> constructor) {
        return constructor.getParameterCount() == 0 || constructor.isAnnotationPresent(Inject.class);
    }

    private void checkMarks() {
        if (candidate.consumes().isPresent() && candidate.subscribes().isPresent()) {
            faults.add(Problems.twoMarks(candidate.name()));
        }
    }

    private void checkBean() {
        String name = candidate.name();
        switch (candidate.kind()) {
            case STATEFUL -> faults.add(Problems.stateful(name));
            case SESSION -> checkBusinessView();
            case MANAGED -> {
                if (!candidate.hasType(candidate.beanClass())) {
                    faults.add(Problems.typedHidesClass(name, typeNames()));
                }
            }
        }
        if (candidate.scopeKind() == ScopeKind.PASSIVATING && candidate.kind() != BeanKind.STATEFUL) {
            faults.add(Problems.passivatingScope(name, candidate.scope().getSimpleName()));
        }
        if (candidate.scopeKind() == ScopeKind.NORMAL
                && Modifier.isFinal(candidate.beanClass().getModifiers())) {
            faults.add(Problems.finalClass(name, candidate.scope().getSimpleName()));
        }
    }

    private String typeNames() {
        return candidate.beanTypes().stream()
                .filter(type -> type != Object.class)
                .map(HandlerRules::shortName)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** A session bean without an interface shows its public methods, one with interfaces shows theirs. */
    private void checkBusinessView() {
        if (BusinessView.of(candidate).isEmpty()) {
            faults.add(Problems.outsideBusinessView(candidate.name()));
        }
    }

    private void checkModifiers() {
        int modifiers = candidate.method().getModifiers();
        String found = Modifier.toString(
                modifiers & (Modifier.PRIVATE | Modifier.STATIC | Modifier.ABSTRACT | Modifier.FINAL));
        if (!found.isEmpty()) {
            faults.add(Problems.modifier(candidate.name(), found));
        }
        boolean packagePrivate = (modifiers & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE)) == 0;
        Class<?> declaring = candidate.method().getDeclaringClass();
        if (packagePrivate
                && !declaring.getPackageName().equals(candidate.beanClass().getPackageName())) {
            faults.add(Problems.packagePrivateElsewhere(candidate.name(), declaring.getPackageName()));
        }
    }

    private void checkParameters() {
        long messages = signature.count(Kind.MESSAGE) + signature.count(Kind.DELIVERY);
        if (messages > 1 || signature.count(Kind.PAYLOAD) > 1) {
            faults.add(Problems.parameters(candidate.name(), parameterNames()));
            return;
        }
        boolean manual = candidate.isManual();
        if (candidate.consumes().isEmpty() && signature.count(Kind.DELIVERY) > 0) {
            faults.add(Problems.deliveryOfBroadcast(candidate.name()));
        } else if (!manual && signature.count(Kind.DELIVERY) > 0) {
            faults.add(Problems.deliveryWithoutManual(candidate.name()));
        }
        if (manual && signature.count(Kind.DELIVERY) == 0) {
            faults.add(Problems.manualWithoutDelivery(candidate.name(), parameterNames()));
        }
    }

    private String parameterNames() {
        return signature.arguments().isEmpty()
                ? "nothing"
                : signature.arguments().stream()
                        .map(argument -> shortName(argument.type()))
                        .collect(Collectors.joining(", "));
    }

    private void checkPayload() {
        for (Argument argument : signature.arguments()) {
            if (argument.kind() != Kind.PAYLOAD) {
                continue;
            }
            if (argument.type() instanceof Class<?> type && type.isPrimitive()) {
                faults.add(Problems.primitivePayload(candidate.name(), type.getName()));
            } else if (TypeArguments.isOpen(argument.type())) {
                faults.add(Problems.openType(candidate.name(), shortName(argument.type())));
            }
        }
    }

    private void checkReturn() {
        Class<?> type = candidate.method().getReturnType();
        if (type != void.class && !signature.returnsStage()) {
            faults.add(Problems.returnType(candidate.name(), type.getSimpleName()));
        }
    }

    private void checkInterceptors() {
        if (signature.returnsStage()) {
            String found = candidate.method().getReturnType().getSimpleName();
            if (candidate.annotations().contains(TRANSACTIONAL)) {
                faults.add(Problems.transactionalStage(candidate.name(), found));
            } else if (ContainerTransaction.surrounds(candidate)) {
                faults.add(Problems.stageOfSessionBean(candidate.name(), found));
            }
        }
        for (String name : ASYNCHRONOUS) {
            if (candidate.annotations().contains(name)) {
                faults.add(Problems.asynchronous(candidate.name(), name));
            }
        }
    }

    /** A type as one would write it in source, without packages. */
    private static String shortName(Type type) {
        if (type instanceof Class<?> known) {
            return known.getSimpleName();
        }
        if (type instanceof ParameterizedType parameterized) {
            return shortName(parameterized.getRawType())
                    + Arrays.stream(parameterized.getActualTypeArguments())
                            .map(HandlerRules::shortName)
                            .collect(Collectors.joining(", ", "<", ">"));
        }
        return type.getTypeName();
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
