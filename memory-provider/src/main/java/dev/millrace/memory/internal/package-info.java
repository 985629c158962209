/**
 * What the broker in memory decides: topics, groups and what is pending in them. Time is an argument; there
 * is no clock, thread, lock or logging here, so nothing here is thread-safe either.
 */
@NullMarked
package dev.millrace.memory.internal;

import org.jspecify.annotations.NullMarked;
