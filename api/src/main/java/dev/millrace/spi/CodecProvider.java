package dev.millrace.spi;

import dev.millrace.PayloadCodec;

/** How a codec is found that a setting names: through {@link java.util.ServiceLoader}. */
public interface CodecProvider {

    /** The name that {@code millrace.codec.<topic>} selects it by, such as {@code cbor}. */
    String name();

    /** The codec, with its defaults. */
    PayloadCodec codec();
}
