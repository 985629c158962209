/**
 * A shop's orders, handled by three groups. Read {@code Billing}, {@code Shipping} and {@code Email} for what a
 * handler looks like, {@code Feed} for publishing; the rest reads input and counts.
 */
@NullMarked
package dev.millrace.examples.quickstart;

import org.jspecify.annotations.NullMarked;
