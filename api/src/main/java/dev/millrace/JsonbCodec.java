package dev.millrace;

import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;

import org.jspecify.annotations.Nullable;

/** JSON-B, found late: a program that sends only text and bytes needs no implementation. */
final class JsonbCodec implements PayloadCodec {

    /** As deep as Jackson goes. A hostile payload must not take the stack to its end. */
    private static final int MAX_DEPTH = 1000;

    private volatile @Nullable Jsonb jsonb;

    @Override
    public String contentType() {
        return "application/json";
    }

    @Override
    public byte[] encode(Object payload) {
        Jsonb binding = jsonb();
        try {
            String json = binding.toJson(payload);
            if (Utf8.halfPair(json) >= 0) {
                throw new IllegalArgumentException("it has half a surrogate pair");
            }
            return json.getBytes(StandardCharsets.UTF_8);
        } catch (RuntimeException | StackOverflowError e) {
            throw new IllegalArgumentException(
                    "A payload of " + payload.getClass().getName() + " cannot be written as JSON: " + reason(e)
                            + ". Publish a type that JSON-B can map, or text or bytes.",
                    e);
        }
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        String text = Utf8.decode(payload);
        Jsonb binding = jsonb();
        // A level takes a character at least, so most texts need not be looked through.
        if (text.length() > MAX_DEPTH && JsonText.depth(text) > MAX_DEPTH) {
            throw unfit(payload, type, "it is nested more than " + MAX_DEPTH + " levels deep.", null);
        }
        @Nullable Object value;
        try {
            value = binding.fromJson(text, type);
        } catch (RuntimeException | StackOverflowError e) {
            throw unfit(payload, type, reason(e), e);
        }
        if (value == null) {
            throw new PayloadException("A payload of JSON null does not fit " + type.getTypeName() + ".", null);
        }
        if (!JsonText.holdsOneValue(text)) {
            throw unfit(payload, type, "more text follows the first value. Publish one value a message.", null);
        }
        return value;
    }

    private static PayloadException unfit(byte[] payload, Type type, String reason, @Nullable Throwable cause) {
        return new PayloadException(
                "A payload of " + payload.length + " bytes does not fit " + type.getTypeName() + " as JSON: " + reason,
                cause);
    }

    private static String reason(Throwable failure) {
        return failure instanceof StackOverflowError ? "it is nested too deep" : String.valueOf(failure.getMessage());
    }

    private Jsonb jsonb() {
        Jsonb binding = jsonb;
        if (binding == null) {
            synchronized (this) {
                binding = jsonb;
                if (binding == null) {
                    binding = create();
                    jsonb = binding;
                }
            }
        }
        return binding;
    }

    private static Jsonb create() {
        try {
            return JsonbBuilder.newBuilder()
                    .withProvider(ExactJson.ofClassPath())
                    .build();
        } catch (RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    "JSON payloads need a JSON-B implementation (none was found: " + e.getMessage()
                            + "). Add org.eclipse:yasson to the class path, or publish and read text or bytes.",
                    e);
        }
    }
}
