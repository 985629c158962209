/** The least that an application on a server is. */
@NullMarked
package dev.millrace.servers.readme;

import org.jspecify.annotations.NullMarked;
