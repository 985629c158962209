package dev.millrace;

import java.lang.reflect.Type;

/** Nothing but text: an object that is none is refused, instead of its toString being sent. */
final class TextCodec implements PayloadCodec {

    static final String TEXT = "text/plain;charset=utf-8";

    @Override
    public String contentType() {
        return TEXT;
    }

    @Override
    public byte[] encode(Object payload) {
        if (payload instanceof CharSequence text) {
            return Utf8.encode(text.toString());
        }
        throw new IllegalArgumentException("A payload of " + payload.getClass().getName()
                + " is no text (the codec is text). Publish a String, or choose another codec for the topic.");
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        if (type instanceof Class<?> wanted && wanted.isAssignableFrom(String.class)) {
            return Utf8.decode(payload);
        }
        throw new PayloadException(
                "A payload of text does not fit " + type.getTypeName() + ". Take a String, or choose another codec.",
                null);
    }

    /** JSON and XML are text too, as far as a reader of text is concerned. */
    @Override
    public boolean accepts(String marked) {
        MediaType other = MediaType.of(marked);
        return other.isText() || other.format().equals("json") || other.format().equals("xml");
    }
}
