package dev.millrace.codec.jackson;

import dev.millrace.PayloadCodec;
import dev.millrace.spi.CodecProvider;

/** Finds {@link JacksonCodec} by the name {@code jackson}. */
public final class JacksonCodecProvider implements CodecProvider {

    /** For {@link java.util.ServiceLoader}. */
    public JacksonCodecProvider() {}

    @Override
    public String name() {
        return "jackson";
    }

    @Override
    public PayloadCodec codec() {
        return new JacksonCodec();
    }
}
