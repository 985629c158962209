/** Where applications under test write down what happened. */
@NullMarked
package dev.millrace.servers.journal;

import org.jspecify.annotations.NullMarked;
