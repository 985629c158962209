/** Talks to the server, and carries out what {@code policy} decides. */
@NullMarked
package dev.millrace.redis.internal.stream;

import org.jspecify.annotations.NullMarked;
