/**
 * The broker in memory: the whole contract within one process, for tests and first steps. Nothing survives
 * a restart, and nothing crosses a process.
 */
@NullMarked
package dev.millrace.memory;

import org.jspecify.annotations.NullMarked;
