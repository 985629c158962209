/** An application without a handler, which could publish and does not. */
@NullMarked
package dev.millrace.servers.quiet;

import org.jspecify.annotations.NullMarked;
