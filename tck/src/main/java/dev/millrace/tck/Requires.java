package dev.millrace.tck;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The capabilities without which a test cannot bring about what it wants to see. Where one is missing the
 * test is reported as aborted, with the reason.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Requires {

    /** All of them are needed. */
    Capability[] value();
}
