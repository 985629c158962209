package dev.millrace.codec.cbor;

import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import dev.millrace.codec.jackson.JacksonCodec;

/** Payloads in CBOR (RFC 8949). Numbers of any size are exact. Thread-safe. */
public final class CborCodec extends JacksonCodec {

    private static final String CONTENT_TYPE = "application/cbor";

    /** By the rules of {@link JacksonCodec#prepare}. */
    public CborCodec() {
        this(prepare(new CBORMapper()));
    }

    /** By rules of one's own; the mapper is not to be configured any more. */
    public CborCodec(CBORMapper mapper) {
        super(mapper, CONTENT_TYPE);
    }
}
