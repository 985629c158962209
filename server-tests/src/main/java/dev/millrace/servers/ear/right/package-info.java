/** The right WAR of an EAR. */
@NullMarked
package dev.millrace.servers.ear.right;

import org.jspecify.annotations.NullMarked;
