package dev.millrace.codec.msgpack;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

import com.fasterxml.jackson.core.ObjectCodec;
import com.fasterxml.jackson.core.SerializableString;
import org.msgpack.core.MessagePack.PackerConfig;
import org.msgpack.jackson.dataformat.MessagePackGenerator;

/** Refuses half a surrogate pair, for which the library writes a question mark. */
final class WellFormedGenerator extends MessagePackGenerator {

    WellFormedGenerator(int features, ObjectCodec codec, OutputStream out, PackerConfig config) throws IOException {
        super(features, codec, out, config, true, false);
    }

    @Override
    public void writeFieldName(String name) {
        super.writeFieldName(wellFormed(name));
    }

    @Override
    public void writeFieldName(SerializableString name) {
        wellFormed(name.getValue());
        super.writeFieldName(name);
    }

    @Override
    public void writeString(String text) throws IOException {
        super.writeString(wellFormed(text));
    }

    @Override
    public void writeString(char[] text, int offset, int length) throws IOException {
        writeString(new String(text, offset, length));
    }

    private static String wellFormed(String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("a text has half a surrogate pair");
        }
        return text;
    }
}
