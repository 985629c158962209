/** Events of a gateway, carried by the event bridge from the process that reads them to those that work on them. */
@NullMarked
package dev.millrace.examples.gateway;

import org.jspecify.annotations.NullMarked;
