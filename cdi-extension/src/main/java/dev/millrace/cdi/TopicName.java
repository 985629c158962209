package dev.millrace.cdi;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.PARAMETER;
import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;

import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.enterprise.util.Nonbinding;
import jakarta.inject.Qualifier;

/**
 * Names the {@link dev.millrace.Topic} that is injected: {@code @Inject @TopicName("orders") Topic<Order> orders}.
 *
 * <p>A name that is blank or cannot be resolved fails the deployment, and so does a {@code Topic} whose payload has no
 * known type: without one, or with a wildcard or an open type variable.
 */
@Qualifier
@Documented
@Retention(RUNTIME)
@Target({FIELD, METHOD, PARAMETER, TYPE})
public @interface TopicName {

    /** The topic, or an expression of the configuration such as {@code ${orders.topic}} or {@code ${orders.topic:orders}}. */
    @Nonbinding
    String value();

    /** The name as a value, to look a topic up by. */
    final class Literal extends AnnotationLiteral<TopicName> implements TopicName {

        private static final long serialVersionUID = 1L;

        private final String value;

        private Literal(String value) {
            this.value = value;
        }

        /** The qualifier with this name. */
        public static Literal of(String name) {
            return new Literal(name);
        }

        @Override
        public String value() {
            return value;
        }
    }
}
