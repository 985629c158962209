/**
 * The broker for production: Redis Streams.
 *
 * <p>With CDI the provider is found by itself once
 * {@code millrace.redis.url} is set.
 */
@NullMarked
package dev.millrace.redis;

import org.jspecify.annotations.NullMarked;
