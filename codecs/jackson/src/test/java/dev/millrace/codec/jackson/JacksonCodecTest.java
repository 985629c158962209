package dev.millrace.codec.jackson;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import dev.millrace.PayloadCodec;
import dev.millrace.PayloadException;
import dev.millrace.tck.CodecContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Override
    public byte[] nested(int levels) {
        return ("{\"next\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1)).getBytes(UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"17 18", "17,18", "17abc", "00123", "12.", "1{}", "true,false"})
    void secondValueIsToldNotPassedOver(String json) {
        assertThatExceptionOfType(PayloadException.class)
                .isThrownBy(() -> codec().decode(json.getBytes(UTF_8), Object.class));
    }

    @Test
    void surrogatePairInTheNameOfAFieldArrives() {
        Map<String, Integer> counts = Map.of("a\ud83d\ude00", 1);

        assertThat(codec().decode(codec().encode(counts), Map.class)).isEqualTo(counts);
    }

    @Test
    void payloadThatOutgrowsTheStackDoesNotFit() throws Exception {
        PayloadCodec codec = codec();
        // No class is to be loaded first where the stack ends.
        codec.decode(nested(2), Link.class);
        FutureTask<Object> decoding = new FutureTask<>(() -> codec.decode(nested(1000), Link.class));
        new Thread(null, decoding, "of a small stack", 160 * 1024).start();

        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(decoding::get)
                .withCauseInstanceOf(PayloadException.class);
    }
}
