/** Payloads in CBOR. */
@NullMarked
package dev.millrace.codec.cbor;

import org.jspecify.annotations.NullMarked;
