package dev.millrace;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;

import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonMergePatch;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonPatch;
import jakarta.json.JsonPatchBuilder;
import jakarta.json.JsonPointer;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;
import jakarta.json.JsonWriter;
import jakarta.json.JsonWriterFactory;
import jakarta.json.spi.JsonProvider;
import jakarta.json.stream.JsonGenerator;
import jakarta.json.stream.JsonGeneratorFactory;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;

/** The JSON of the class path, but read exactly; all else is passed on. */
final class ExactJson extends JsonProvider {

    private final JsonProvider json;

    private ExactJson(JsonProvider json) {
        this.json = json;
    }

    static JsonProvider ofClassPath() {
        return new ExactJson(JsonProvider.provider());
    }

    @Override
    public JsonParser createParser(Reader in) {
        return new ExactJsonParser(json.createParser(in));
    }

    @Override
    public JsonParser createParser(InputStream in) {
        return new ExactJsonParser(json.createParser(in));
    }

    @Override
    public JsonParserFactory createParserFactory(Map<String, ?> config) {
        return json.createParserFactory(config);
    }

    @Override
    public JsonGenerator createGenerator(Writer out) {
        return json.createGenerator(out);
    }

    @Override
    public JsonGenerator createGenerator(OutputStream out) {
        return json.createGenerator(out);
    }

    @Override
    public JsonGeneratorFactory createGeneratorFactory(Map<String, ?> config) {
        return json.createGeneratorFactory(config);
    }

    @Override
    public JsonReader createReader(Reader in) {
        return json.createReader(in);
    }

    @Override
    public JsonReader createReader(InputStream in) {
        return json.createReader(in);
    }

    @Override
    public JsonReaderFactory createReaderFactory(Map<String, ?> config) {
        return json.createReaderFactory(config);
    }

    @Override
    public JsonWriter createWriter(Writer out) {
        return json.createWriter(out);
    }

    @Override
    public JsonWriter createWriter(OutputStream out) {
        return json.createWriter(out);
    }

    @Override
    public JsonWriterFactory createWriterFactory(Map<String, ?> config) {
        return json.createWriterFactory(config);
    }

    @Override
    public JsonObjectBuilder createObjectBuilder() {
        return json.createObjectBuilder();
    }

    @Override
    public JsonObjectBuilder createObjectBuilder(JsonObject object) {
        return json.createObjectBuilder(object);
    }

    @Override
    public JsonObjectBuilder createObjectBuilder(Map<String, ?> map) {
        return json.createObjectBuilder(map);
    }

    @Override
    public JsonArrayBuilder createArrayBuilder() {
        return json.createArrayBuilder();
    }

    @Override
    public JsonArrayBuilder createArrayBuilder(JsonArray array) {
        return json.createArrayBuilder(array);
    }

    @Override
    public JsonArrayBuilder createArrayBuilder(Collection<?> collection) {
        return json.createArrayBuilder(collection);
    }

    @Override
    public JsonBuilderFactory createBuilderFactory(Map<String, ?> config) {
        return json.createBuilderFactory(config);
    }

    @Override
    public JsonPointer createPointer(String pointer) {
        return json.createPointer(pointer);
    }

    @Override
    public JsonPatchBuilder createPatchBuilder() {
        return json.createPatchBuilder();
    }

    @Override
    public JsonPatchBuilder createPatchBuilder(JsonArray array) {
        return json.createPatchBuilder(array);
    }

    @Override
    public JsonPatch createPatch(JsonArray array) {
        return json.createPatch(array);
    }

    @Override
    public JsonPatch createDiff(JsonStructure source, JsonStructure target) {
        return json.createDiff(source, target);
    }

    @Override
    public JsonMergePatch createMergePatch(JsonValue patch) {
        return json.createMergePatch(patch);
    }

    @Override
    public JsonMergePatch createMergeDiff(JsonValue source, JsonValue target) {
        return json.createMergeDiff(source, target);
    }

    @Override
    public JsonString createValue(String value) {
        return json.createValue(value);
    }

    @Override
    public JsonNumber createValue(int value) {
        return json.createValue(value);
    }

    @Override
    public JsonNumber createValue(long value) {
        return json.createValue(value);
    }

    @Override
    public JsonNumber createValue(double value) {
        return json.createValue(value);
    }

    @Override
    public JsonNumber createValue(BigDecimal value) {
        return json.createValue(value);
    }

    @Override
    public JsonNumber createValue(BigInteger value) {
        return json.createValue(value);
    }

    @Override
    public JsonNumber createValue(Number value) {
        return json.createValue(value);
    }
}
