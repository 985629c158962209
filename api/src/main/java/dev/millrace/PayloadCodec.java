package dev.millrace;

import java.lang.reflect.Type;

/**
 * Turns payload objects into bytes and back. Text and bytes are published as they are, without a codec.
 * Implementations are thread-safe.
 *
 * <p>A topic has one codec, JSON-B if nothing else is chosen, see {@link Codecs}. What it encodes carries its
 * content type as a header, so that a consumer with another codec can tell.
 */
public interface PayloadCodec {

    /** The header that says what a payload is: {@code content-type}, in any case. */
    String CONTENT_TYPE = "content-type";

    /** What a payload is marked with that this codec encoded, such as {@code application/cbor}. */
    String contentType();

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
     * Whether this codec may read a payload that is marked with a content type. One that is not marked, or
     * as {@code application/octet-stream}, is always tried.
     *
     * <p>By default it may where the formats are the same: parameters, case, {@code x-} and {@code vnd.} are
     * passed over, and {@code application/problem+json} is JSON. Text may be JSON.
     */
    default boolean accepts(String marked) {
        MediaType own = MediaType.of(contentType());
        MediaType other = MediaType.of(marked);
        return own.format().equals(other.format())
                || (other.isText() && own.format().equals("json"));
    }

    /**
     * JSON by the JSON-B implementation of the class path, looked up at the first use. Using it without
     * one is an {@link IllegalStateException} that names what to add.
     */
    static PayloadCodec jsonb() {
        return new JsonbCodec();
    }

    /** Text in UTF-8, for topics of nothing else: encodes a {@link CharSequence} and decodes to {@code String}. */
    static PayloadCodec text() {
        return new TextCodec();
    }

    /** Bytes as they are, for topics of nothing else: encodes and decodes {@code byte[]}, whatever they are marked as. */
    static PayloadCodec bytes() {
        return new BytesCodec();
    }
}
