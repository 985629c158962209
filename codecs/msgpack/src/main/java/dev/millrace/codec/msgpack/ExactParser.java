package dev.millrace.codec.msgpack;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;

/** Refuses what the library's parser passes over: a number that does not fit, nesting that is too deep. */
final class ExactParser extends JsonParserDelegate {

    ExactParser(JsonParser parser) {
        super(parser);
    }

    @Override
    public JsonToken nextToken() throws IOException {
        JsonToken token = delegate.nextToken();
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
