package dev.millrace.tck;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.stream.Stream;

import dev.millrace.PayloadCodec;

class JsonbCodecContractTest implements CodecContract {

    @Override
    public PayloadCodec codec() {
        return PayloadCodec.jsonb();
    }

    @Override
    public List<byte[]> malformed() {
        return Stream.of("", "{", "{\"sku\":\"a\"}}", "{\"sku\":\"a\"} {}", "\u00a5")
                .map(text -> text.getBytes(UTF_8))
                .toList();
    }

    @Override
    public byte[] nothing() {
        return "null".getBytes(UTF_8);
    }

    @Override
    public byte[] nested(int levels) {
        return ("{\"next\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1)).getBytes(UTF_8);
    }
}
