package dev.millrace.codec.msgpack;

import java.io.IOException;
import java.io.OutputStream;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import org.msgpack.core.MessagePack;
import org.msgpack.jackson.dataformat.MessagePackFactory;

/** Writes text that is well-formed, and refuses other. */
final class WellFormedFactory extends MessagePackFactory {

    private static final long serialVersionUID = 1L;

    WellFormedFactory() {}

    private WellFormedFactory(WellFormedFactory source) {
        super(source);
    }

    @Override
    public JsonGenerator createGenerator(OutputStream out, JsonEncoding encoding) throws IOException {
        return new WellFormedGenerator(_generatorFeatures, _objectCodec, out, MessagePack.DEFAULT_PACKER_CONFIG);
    }

    @Override
    public JsonFactory copy() {
        return new WellFormedFactory(this);
    }
}
