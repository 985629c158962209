/** An application that must not be deployed. */
@NullMarked
package dev.millrace.servers.faulty;

import org.jspecify.annotations.NullMarked;
