/**
 * A shop that takes orders over HTTP and bills and ships them in the background. Begin with {@code OrderResource},
 * {@code Billing} and {@code Shipping}.
 */
@NullMarked
package dev.millrace.examples.orders;

import org.jspecify.annotations.NullMarked;
