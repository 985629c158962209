package dev.millrace.tck;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A test that shows one promise of the contract kept. It is the JUnit test annotation itself, so no test of
 * the kit can exist without saying what it shows.
 */
@Documented
@Test
@Timeout(90)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Assertion {

    /** The ids of the lines in {@code ASSERTIONS.md}, such as {@code RTY-3}. */
    String[] value();
}
