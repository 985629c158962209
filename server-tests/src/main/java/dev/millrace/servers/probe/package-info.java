/** An application that tells the tests what it meets on a server. It is what the tests need, and no example. */
@NullMarked
package dev.millrace.servers.probe;

import org.jspecify.annotations.NullMarked;
