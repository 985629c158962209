package dev.millrace;

import java.math.BigDecimal;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.json.JsonArray;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import jakarta.json.stream.JsonLocation;
import jakarta.json.stream.JsonParser;

/**
 * What JSON-B is to read from: a parser gives the lower bits of a whole number that does not fit, and JSON-B
 * leaves a list at its first element where one object is asked for.
 */
final class ExactJsonParser implements JsonParser {

    private final JsonParser parser;

    ExactJsonParser(JsonParser parser) {
        this.parser = parser;
    }

    @Override
    public int getInt() {
        try {
            return parser.getBigDecimal().intValueExact();
        } catch (ArithmeticException e) {
            throw new JsonException("The number " + parser.getString() + " does not fit int.", e);
        }
    }

    @Override
    public long getLong() {
        try {
            return parser.getBigDecimal().longValueExact();
        } catch (ArithmeticException e) {
            throw new JsonException("The number " + parser.getString() + " does not fit long.", e);
        }
    }

    @Override
    public void close() {
        try (parser) {
            if (parser.hasNext()) {
                throw new JsonException("more follows the first value. Publish one value a message.");
            }
        }
    }

    @Override
    public boolean hasNext() {
        return parser.hasNext();
    }

    @Override
    public Event next() {
        return parser.next();
    }

    @Override
    public Event currentEvent() {
        return parser.currentEvent();
    }

    @Override
    public String getString() {
        return parser.getString();
    }

    @Override
    public boolean isIntegralNumber() {
        return parser.isIntegralNumber();
    }

    @Override
    public BigDecimal getBigDecimal() {
        return parser.getBigDecimal();
    }

    @Override
    public JsonLocation getLocation() {
        return parser.getLocation();
    }

    @Override
    public JsonObject getObject() {
        return parser.getObject();
    }

    @Override
    public JsonValue getValue() {
        return parser.getValue();
    }

    @Override
    public JsonArray getArray() {
        return parser.getArray();
    }

    @Override
    public Stream<JsonValue> getArrayStream() {
        return parser.getArrayStream();
    }

    @Override
    public Stream<Map.Entry<String, JsonValue>> getObjectStream() {
        return parser.getObjectStream();
    }

    @Override
    public Stream<JsonValue> getValueStream() {
        return parser.getValueStream();
    }

    @Override
    public void skipArray() {
        parser.skipArray();
    }

    @Override
    public void skipObject() {
        parser.skipObject();
    }
}
