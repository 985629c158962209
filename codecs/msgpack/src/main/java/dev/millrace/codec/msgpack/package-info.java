/** Payloads in MessagePack. */
@NullMarked
package dev.millrace.codec.msgpack;

import org.jspecify.annotations.NullMarked;
