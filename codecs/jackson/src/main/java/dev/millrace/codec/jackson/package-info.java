/** Payloads through Jackson: JSON, and what the codecs of binary formats stand on. */
@NullMarked
package dev.millrace.codec.jackson;

import org.jspecify.annotations.NullMarked;
