/** Decides: values in, values out. No I/O, clock, thread, randomness or logging in here. */
@NullMarked
package dev.millrace.redis.internal.policy;

import org.jspecify.annotations.NullMarked;
