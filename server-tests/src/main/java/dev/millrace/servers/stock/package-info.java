/** An application as most are, with REST and JPA and without Millrace, which the start-up cost is measured on. */
@NullMarked
package dev.millrace.servers.stock;

import org.jspecify.annotations.NullMarked;
