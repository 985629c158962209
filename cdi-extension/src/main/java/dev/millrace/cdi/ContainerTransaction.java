package dev.millrace.cdi;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.millrace.cdi.HandlerCandidate.BeanKind;

/**
 * The transaction that a session bean's container begins before a method and ends when it returns, which is the
 * default. Annotations are read by name, since EJB need not be there.
 */
final class ContainerTransaction {

    private static final String MANAGEMENT = "jakarta.ejb.TransactionManagement";
    private static final String ATTRIBUTE = "jakarta.ejb.TransactionAttribute";
    private static final Set<String> NONE = Set.of("NOT_SUPPORTED", "NEVER");

    private ContainerTransaction() {}

    /** Whether the method is called in one: an attribute on the method goes before that of the class that declares it. */
    static boolean surrounds(HandlerCandidate candidate) {
        Method method = candidate.method();
        return candidate.kind() == BeanKind.SESSION
                && value(candidate.beanClass(), MANAGEMENT)
                        .filter("BEAN"::equals)
                        .isEmpty()
                && Stream.of(method, method.getDeclaringClass())
                        .flatMap(each -> value(each, ATTRIBUTE).stream())
                        .findFirst()
                        .filter(NONE::contains)
                        .isEmpty();
    }

    private static Optional<String> value(AnnotatedElement element, String annotation) {
        return Arrays.stream(element.getAnnotations())
                .filter(each -> each.annotationType().getName().equals(annotation))
                .map(each -> {
                    try {
                        return String.valueOf(
                                each.annotationType().getMethod("value").invoke(each));
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(annotation + " has had a value since EJB 3.0", e);
                    }
                })
                .findFirst();
    }
}
