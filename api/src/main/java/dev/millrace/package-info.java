/**
 * Message handlers for Jakarta EE: what an application writes, and what a broker promises to it.
 *
 * <p>Start with {@link dev.millrace.Consumes} (a method of a CDI bean becomes a handler) and
 * {@link dev.millrace.MessageBroker} (what is injected to publish). Without CDI, a
 * {@link dev.millrace.Broker} and a {@link dev.millrace.ConsumerRegistry} do the same by hand.
 *
 * <p>Nothing here accepts or returns {@code null} unless it is marked
 * {@link org.jspecify.annotations.Nullable}. Durations are kept to the millisecond.
 */
@NullMarked
package dev.millrace;

import org.jspecify.annotations.NullMarked;
