package dev.millrace.codec.msgpack;

import dev.millrace.PayloadCodec;
import dev.millrace.spi.CodecProvider;

/** Finds {@link MessagePackCodec} by the name {@code msgpack}. */
public final class MessagePackCodecProvider implements CodecProvider {

    /** For {@link java.util.ServiceLoader}. */
    public MessagePackCodecProvider() {}

    @Override
    public String name() {
        return "msgpack";
    }

    @Override
    public PayloadCodec codec() {
        return new MessagePackCodec();
    }
}
