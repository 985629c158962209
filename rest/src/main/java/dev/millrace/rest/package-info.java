/**
 * Beside JAX-RS resources: {@link dev.millrace.rest.DrainResource}, by which an operator drains an application
 * over HTTP, and {@link dev.millrace.rest.RequestTrace}, which makes a request's trace the current one where no
 * servlet filter does. A JAX-RS implementation finds both by itself, unless the application lists its classes.
 */
@NullMarked
package dev.millrace.rest;

import org.jspecify.annotations.NullMarked;
