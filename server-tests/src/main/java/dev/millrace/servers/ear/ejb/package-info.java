/** The EJB jar of an EAR. */
@NullMarked
package dev.millrace.servers.ear.ejb;

import org.jspecify.annotations.NullMarked;
