package dev.millrace.redis.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderJsonTest {

    private static Map<String, String> read(String json) {
        return HeaderJson.read(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void everyCharacterComesBackAsItWent() {
        Map<String, String> headers = new LinkedHashMap<>();
        for (int c = 0; c <= Character.MAX_VALUE; c += 64) {
            StringBuilder value = new StringBuilder();
            for (int i = c; i < c + 64; i++) {
                value.append((char) i);
            }
            headers.put("from " + c, value.toString());
        }
        headers.put("", "");
        headers.put("pair", "\ud83d\ude00");
        headers.put("half", "\ude00 and \ud83d");

        assertThat(read(HeaderJson.write(headers))).isEqualTo(headers);
    }

    @Test
    void spacesAndEscapesOfOtherWritersAreRead() {
        assertThat(read(" { \"a\" : \"\\u00e4\\/\\b\\f\\n\\r\\t\\\"\" ,\n\"b\":\"\" } "))
                .isEqualTo(Map.of("a", "ä/\b\f\n\r\t\"", "b", ""));
    }

    @Test
    void emptyObjectHasNoHeaders() {
        assertThat(read("{}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "[]",
                "\"a\"",
                "{",
                "{\"a\"}",
                "{\"a\":1}",
                "{\"a\":null}",
                "{\"a\":{}}",
                "{\"a\":\"b\",}",
                "{\"a\":\"b\"} x",
                "{\"a\":\"b",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"\n\"}",
                "{a:\"b\"}",
            })
    void anythingElseIsRefused(String json) {
        assertThatThrownBy(() -> read(json)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void illFormedBytesAreRefused() {
        assertThatThrownBy(() -> HeaderJson.read(new byte[] {'{', '"', (byte) 0xC3, '"', ':', '"', '"', '}'}))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
