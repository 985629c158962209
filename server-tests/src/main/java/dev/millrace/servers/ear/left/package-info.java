/** The left WAR of an EAR. */
@NullMarked
package dev.millrace.servers.ear.left;

import org.jspecify.annotations.NullMarked;
