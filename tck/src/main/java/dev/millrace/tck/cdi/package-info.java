/**
 * What CDI applications are promised, on any provider and any container: {@link dev.millrace.tck.cdi.CdiContract}
 * runs as {@link dev.millrace.tck.BrokerContract} does, and starts a container with the handlers of each test.
 */
@NullMarked
package dev.millrace.tck.cdi;

import org.jspecify.annotations.NullMarked;
