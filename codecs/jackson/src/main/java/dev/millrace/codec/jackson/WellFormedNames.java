package dev.millrace.codec.jackson;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;

/** Refuses a field name with half a surrogate pair, which Jackson writes as an escape that its own parser refuses. */
final class WellFormedNames extends JsonGeneratorDelegate {

    WellFormedNames(JsonGenerator generator) {
        // Not past it: what an object writes by itself has names too.
        super(generator, false);
    }

    @Override
    public void writeFieldName(String name) throws IOException {
        super.writeFieldName(wellFormed(name));
    }

    @Override
    public void writeFieldName(SerializableString name) throws IOException {
        wellFormed(name.getValue());
        super.writeFieldName(name);
    }

    private static String wellFormed(String name) {
        if (name.chars().anyMatch(c -> Character.isSurrogate((char) c))
                && !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException("the name of a field has half a surrogate pair");
        }
        return name;
    }
}
