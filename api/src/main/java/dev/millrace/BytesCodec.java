package dev.millrace;

import java.lang.reflect.Type;

/** Nothing but bytes. */
final class BytesCodec implements PayloadCodec {

    @Override
    public String contentType() {
        return "application/octet-stream";
    }

    @Override
    public byte[] encode(Object payload) {
        if (payload instanceof byte[] bytes) {
            return bytes.clone();
        }
        throw new IllegalArgumentException("A payload of " + payload.getClass().getName()
                + " is no byte[] (the codec is bytes). Publish bytes, or choose another codec for the topic.");
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        if (type == byte[].class || type == Object.class) {
            return payload.clone();
        }
        throw new PayloadException(
                "A payload of bytes does not fit " + type.getTypeName() + ". Take a byte[], or choose another codec.",
                null);
    }

    @Override
    public boolean accepts(String marked) {
        return true;
    }
}
