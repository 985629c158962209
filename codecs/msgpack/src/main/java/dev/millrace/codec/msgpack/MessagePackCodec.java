package dev.millrace.codec.msgpack;

import java.io.IOException;
import java.lang.reflect.Type;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import dev.millrace.PayloadException;
import dev.millrace.codec.jackson.JacksonCodec;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.jackson.dataformat.MessagePackMapper;

/**
 * Payloads in MessagePack. The format knows whole numbers of 64 bits and floating ones only, so
 * {@code BigDecimal} and {@code BigInteger} travel as text, which keeps them exact. Thread-safe.
 */
public final class MessagePackCodec extends JacksonCodec {

    private static final String CONTENT_TYPE = "application/msgpack";

    /** By the rules of {@link JacksonCodec#prepare}. */
    public MessagePackCodec() {
        this(prepared());
    }

    /**
     * By rules of one's own; the mapper is not to be configured any more. It writes half a surrogate pair as a
     * question mark, which the mapper of the other constructor refuses.
     */
    public MessagePackCodec(MessagePackMapper mapper) {
        super(mapper, CONTENT_TYPE);
    }

    private static MessagePackMapper prepared() {
        MessagePackMapper mapper =
                prepare(new MessagePackMapper(new WellFormedFactory()).handleBigIntegerAndBigDecimalAsString());
        // Its parser takes the end of the payload for an error, so the look at what follows is ours.
        mapper.disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        return mapper;
    }

    @Override
    public Object decode(byte[] payload, Type type) {
        Object value = super.decode(payload, type);
        if (!isOneValue(payload)) {
            throw new PayloadException(
                    "A payload of " + payload.length + " bytes does not fit " + type.getTypeName() + " as "
                            + CONTENT_TYPE + ": more follows the first value. Publish one value a message.",
                    null);
        }
        return value;
    }

    @Override
    protected JsonParser parser(byte[] payload) throws IOException {
        return new ExactParser(super.parser(payload), payload);
    }

    private static boolean isOneValue(byte[] payload) {
        try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(payload)) {
            unpacker.skipValue();
            return !unpacker.hasNext();
        } catch (IOException e) {
            throw new PayloadException("A payload of " + payload.length + " bytes is no MessagePack.", e);
        }
    }
}
