package dev.millrace.codec.jackson;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Type;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.millrace.PayloadCodec;
import dev.millrace.PayloadException;
import org.jspecify.annotations.Nullable;

/**
 * Payloads through a mapper of Jackson: JSON as it is, other formats with their mappers. Goes by the
 * annotations of Jackson, and by none of JSON-B. Thread-safe.
 */
public class JacksonCodec implements PayloadCodec {

    private final ObjectMapper mapper;
    private final String contentType;

    /** JSON, by the rules of {@link #prepare}. */
    public JacksonCodec() {
        this(prepare(new ObjectMapper()), "application/json");
    }

    /**
     * Another format, or JSON by other rules.
     *
     * @param mapper taken as it is; not to be configured any more
     * @param contentType what payloads are marked with
     */
    public JacksonCodec(ObjectMapper mapper, String contentType) {
        this.mapper = mapper;
        this.contentType = contentType;
    }

    /**
     * Sets a mapper up as JSON-B is: {@code java.time} in ISO form, {@code Optional} as its value, unknown
     * properties passed over. What follows the first value of a payload is refused, and so is a number with a
     * fraction where a whole one is asked for.
     *
     * @return the mapper
     */
    public static <M extends ObjectMapper> M prepare(M mapper) {
        mapper.registerModules(new JavaTimeModule(), new Jdk8Module());
        mapper.disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
        mapper.disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS);
        mapper.disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE);
        mapper.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
        mapper.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        mapper.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        return mapper;
    }

    @Override
    public final String contentType() {
        return contentType;
    }

    @Override
    public final byte[] encode(Object payload) {
        try {
            return written(payload);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new IllegalArgumentException(
                    "A payload of " + payload.getClass().getName() + " cannot be written as " + contentType + ": "
                            + reason(e) + ". Publish a type that Jackson can map, or text or bytes.",
                    e);
        }
    }

    private byte[] written(Object payload) throws IOException {
        if (!JsonFactory.FORMAT_NAME_JSON.equals(mapper.getFactory().getFormatName())) {
            // Generators of other formats refuse what they cannot write, and know calls that not all do.
            return mapper.writeValueAsBytes(payload);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator generator = new WellFormedNames(mapper.createGenerator(bytes))) {
            mapper.writeValue(generator, payload);
        }
        return bytes.toByteArray();
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        @Nullable Object value;
        try (JsonParser parser = parser(payload)) {
            value = mapper.readValue(parser, mapper.constructType(type));
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw new PayloadException(unfit(payload, type) + ": " + reason(e), e);
        }
        if (value == null) {
            throw new PayloadException(unfit(payload, type) + ": it is null.", null);
        }
        return value;
    }

    /** Reads a payload. A format whose parser tells less than Jackson's own adds the checks that it lacks. */
    protected JsonParser parser(byte[] payload) throws IOException {
        return mapper.createParser(payload);
    }

    private static String reason(Throwable failure) {
        return failure instanceof StackOverflowError ? "it is nested too deep" : String.valueOf(failure.getMessage());
    }

    private String unfit(byte[] payload, Type type) {
        return "A payload of " + payload.length + " bytes does not fit " + type.getTypeName() + " as " + contentType;
    }
}
