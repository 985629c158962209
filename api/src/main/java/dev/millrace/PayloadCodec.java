package dev.millrace;

import java.lang.reflect.Type;

/**
 * Turns payload objects into bytes and back. Text and bytes never pass through a codec. Implementations
 * are thread-safe.
 */
public interface PayloadCodec {

    /**
     * Encodes a payload.
     *
     * @throws IllegalArgumentException if the object cannot be encoded
     */
    byte[] encode(Object payload);

    /**
     * Decodes a payload.
     *
     * @param payload the bytes; not to be kept or changed
     * @throws PayloadException if the bytes do not fit the type
     */
    Object decode(byte[] payload, Type type);

    /**
     * JSON by the JSON-B implementation of the class path, looked up at the first use. Using it without
     * one is an {@link IllegalStateException} that names what to add.
     */
    static PayloadCodec jsonb() {
        return new JsonbCodec();
    }
}
