package dev.millrace.codec.jackson;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.stream.Stream;

import dev.millrace.PayloadCodec;
import dev.millrace.tck.CodecContract;

class JacksonCodecTest implements CodecContract {

    @Override
    public PayloadCodec codec() {
        return new JacksonCodec();
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
}
