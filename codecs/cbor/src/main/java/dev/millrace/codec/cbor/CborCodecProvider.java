package dev.millrace.codec.cbor;

import dev.millrace.PayloadCodec;
import dev.millrace.spi.CodecProvider;

/** Finds {@link CborCodec} by the name {@code cbor}. */
public final class CborCodecProvider implements CodecProvider {

    /** For {@link java.util.ServiceLoader}. */
    public CborCodecProvider() {}

    @Override
    public String name() {
        return "cbor";
    }

    @Override
    public PayloadCodec codec() {
        return new CborCodec();
    }
}
