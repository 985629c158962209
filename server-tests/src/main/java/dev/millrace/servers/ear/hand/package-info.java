/** A module that starts its consumers by hand. */
@NullMarked
package dev.millrace.servers.ear.hand;

import org.jspecify.annotations.NullMarked;
