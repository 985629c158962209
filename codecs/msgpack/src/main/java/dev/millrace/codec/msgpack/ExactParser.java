package dev.millrace.codec.msgpack;

import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what the library's parser passes over: a number that does not fit, text that is ill-formed, nesting
 * that is too deep. Text is read here, since the library reads short text in the charset of the platform, and
 * for a boolean gives the text before it.
 */
final class ExactParser extends JsonParserDelegate {

    private final byte[] payload;
    private @Nullable String text;

    ExactParser(JsonParser parser, byte[] payload) {
        super(parser);
        this.payload = payload;
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = delegate.nextToken();
        text = switch (token) {
            case VALUE_STRING -> readText();
            case FIELD_NAME -> readName();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_EMBEDDED_OBJECT -> null;
            default -> token.asString();
        };
        if (token.isStructStart()) {
            streamReadConstraints().validateNestingDepth(depth());
        }
        return token;
    }

    @Override
    public JsonToken nextValue() throws IOException {
        JsonToken token = nextToken();
        return token == JsonToken.FIELD_NAME ? nextToken() : token;
    }

    @Override
    public JsonParser skipChildren() throws IOException {
        if (currentToken().isStructStart()) {
            int inside = depth();
            while (depth() >= inside) {
                nextToken();
            }
        }
        return this;
    }

    private int depth() {
        return getParsingContext().getNestingDepth();
    }

    private String readName() throws IOException {
        if (!isText(payload[start()])) {
            return currentName();
        }
        String name = readText();
        if (!name.equals(currentName())) {
            overrideCurrentName(name);
        }
        return name;
    }

    private String readText() throws IOException {
        int from = start() + sizeOfHeader(payload[start()]);
        int to = Math.toIntExact(currentLocation().getCharOffset());
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(payload, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new JsonParseException(this, "A text is not UTF-8", e);
        }
    }

    private int start() {
        return Math.toIntExact(currentTokenLocation().getCharOffset());
    }

    private static boolean isText(byte first) {
        return (first & 0xe0) == 0xa0 || sizeOfHeader(first) > 1;
    }

    private static int sizeOfHeader(byte first) {
        return switch (first & 0xff) {
            case 0xd9 -> 2;
            case 0xda -> 3;
            case 0xdb -> 5;
            default -> 1;
        };
    }

    @Override
    public String getText() throws IOException {
        return text == null ? delegate.getText() : text;
    }

    @Override
    public int getText(Writer to) throws IOException {
        to.write(getText());
        return getTextLength();
    }

    @Override
    public char[] getTextCharacters() throws IOException {
        return getText().toCharArray();
    }

    @Override
    public int getTextLength() throws IOException {
        return getText().length();
    }

    @Override
    public @Nullable String getValueAsString() throws IOException {
        return getValueAsString(null);
    }

    @Override
    public @Nullable String getValueAsString(@Nullable String otherwise) throws IOException {
        JsonToken token = currentToken();
        boolean hasText = token == JsonToken.FIELD_NAME || (token.isScalarValue() && token != JsonToken.VALUE_NULL);
        return hasText ? getText() : otherwise;
    }

    @Override
    public byte[] getBinaryValue(Base64Variant variant) throws IOException {
        return hasToken(JsonToken.VALUE_STRING)
                ? getText().getBytes(StandardCharsets.UTF_8)
                : delegate.getBinaryValue(variant);
    }

    @Override
    public byte getByteValue() throws IOException {
        return (byte) whole(Byte.MIN_VALUE, Byte.MAX_VALUE, byte.class);
    }

    @Override
    public short getShortValue() throws IOException {
        return (short) whole(Short.MIN_VALUE, Short.MAX_VALUE, short.class);
    }

    @Override
    public int getIntValue() throws IOException {
        return (int) whole(Integer.MIN_VALUE, Integer.MAX_VALUE, int.class);
    }

    @Override
    public long getLongValue() throws IOException {
        return whole(Long.MIN_VALUE, Long.MAX_VALUE, long.class);
    }

    @Override
    public int getValueAsInt() throws IOException {
        return getValueAsInt(0);
    }

    @Override
    public int getValueAsInt(int otherwise) throws IOException {
        return currentToken().isNumeric() ? getIntValue() : delegate.getValueAsInt(otherwise);
    }

    @Override
    public long getValueAsLong() throws IOException {
        return getValueAsLong(0);
    }

    @Override
    public long getValueAsLong(long otherwise) throws IOException {
        return currentToken().isNumeric() ? getLongValue() : delegate.getValueAsLong(otherwise);
    }

    @Override
    public float getFloatValue() throws IOException {
        float value = delegate.getFloatValue();
        if (Float.isInfinite(value) && !Double.isInfinite(delegate.getDoubleValue())) {
            throw unfit(float.class);
        }
        return value;
    }

    private long whole(long least, long most, Class<?> type) throws IOException {
        long value = delegate.getLongValue();
        if (isBeyondLong() || value < least || value > most) {
            throw unfit(type);
        }
        return value;
    }

    private boolean isBeyondLong() throws IOException {
        NumberType type = getNumberType();
        double value = delegate.getDoubleValue();
        return type == NumberType.BIG_INTEGER || (type == NumberType.DOUBLE && !(value >= -0x1p63 && value < 0x1p63));
    }

    private InputCoercionException unfit(Class<?> type) throws IOException {
        return new InputCoercionException(
                this, "The number " + getText() + " does not fit " + type.getName(), currentToken(), type);
    }
}
