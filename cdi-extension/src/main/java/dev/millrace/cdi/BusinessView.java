package dev.millrace.cdi;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How a handler is called: the type whose reference has it, and the method there. That is the bean's class, or a
 * session bean's local interface, which may have the method with another erasure: {@code on(T)} for {@code on(Order)}.
 */
record BusinessView(Class<?> type, Method method) {

    /** Empty where a session bean does not show the method: not public, or in no local interface. */
    static Optional<BusinessView> of(HandlerCandidate candidate) {
        Method method = candidate.method();
        BusinessView ofClass = new BusinessView(candidate.beanClass(), method);
        if (!candidate.isSessionBean()) {
            return Optional.of(ofClass);
        }
        if (candidate.hasType(candidate.beanClass())) {
            return Modifier.isPublic(method.getModifiers()) ? Optional.of(ofClass) : Optional.empty();
        }
        TypeArguments known = TypeArguments.of(candidate.beanClass());
        return candidate.beanTypes().stream()
                .<Class<?>>map(TypeArguments::erase)
                .filter(Class::isInterface)
                .flatMap(type -> views(type, method, known))
                .findFirst();
    }

    private static Stream<BusinessView> views(Class<?> type, Method method, TypeArguments known) {
        return Arrays.stream(type.getMethods())
                .filter(each -> each.getName().equals(method.getName())
                        && !each.isBridge()
                        && !Modifier.isStatic(each.getModifiers())
                        && known.parameters(each).equals(known.parameters(method)))
                .map(each -> new BusinessView(type, each));
    }
}
