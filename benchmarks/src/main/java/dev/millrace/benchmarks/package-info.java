/**
 * What Millrace costs a message. Each class measures several ways to do one thing, of which the one called
 * {@code reference} is the least that anybody could do; {@link dev.millrace.benchmarks.Benchmarks} prints
 * the others as multiples of it, since ratios hold on machines whose numbers do not.
 */
@NullMarked
package dev.millrace.benchmarks;

import org.jspecify.annotations.NullMarked;
