package dev.millrace;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the event that instances of a class tell of, in {@link OutgoingMessage#event(String, Object)} and
 * {@link MessageBroker#publishEvent}. Without it that is the full name of the class. Not inherited: a subclass
 * is another event.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface EventName {

    /** The name, not blank. */
    String value();
}
