package dev.millrace.redis.internal.stream;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Headers as a JSON object of strings, by RFC 8259. Written here rather than by a library, since headers of
 * any content must arrive as they were sent, and a library's mapping is another's to change.
 */
final class HeaderJson {

    private final String text;
    private int at;

    private HeaderJson(String text) {
        this.text = text;
    }

    static String write(Map<String, String> headers) {
        StringBuilder json = new StringBuilder("{");
        headers.forEach((name, value) -> {
            if (json.length() > 1) {
                json.append(',');
            }
            quote(json, name);
            json.append(':');
            quote(json, value);
        });
        return json.append('}').toString();
    }

    private static void quote(StringBuilder json, String value) {
        json.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ' || isHalf(value, i)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }

    /** Half of a pair has no form in UTF-8; escaped it survives. */
    private static boolean isHalf(String value, int i) {
        char c = value.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == value.length() || !Character.isLowSurrogate(value.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(value.charAt(i - 1)));
    }

    /**
     * Reads headers.
     *
     * @throws IllegalArgumentException if it is anything but a JSON object of strings, saying where
     */
    static Map<String, String> read(byte[] json) {
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(json))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("not UTF-8", e);
        }
        return new HeaderJson(text).object();
    }

    private Map<String, String> object() {
        Map<String, String> headers = new LinkedHashMap<>();
        skip('{');
        if (peek() == '}') {
            at++;
        } else {
            do {
                String name = string();
                skip(':');
                headers.put(name, string());
            } while (more());
        }
        blanks();
        if (at < text.length()) {
            throw unexpected("the end");
        }
        return headers;
    }

    private boolean more() {
        char next = peek();
        if (next != ',' && next != '}') {
            throw unexpected("a comma or }");
        }
        at++;
        return next == ',';
    }

    private String string() {
        skip('"');
        StringBuilder value = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) {
            if (c < ' ') {
                throw unexpected("an escaped control character");
            }
            value.append(c == '\\' ? escaped() : c);
        }
        return value.toString();
    }

    private char escaped() {
        char c = next();
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> hex();
            default -> throw unexpected("an escape");
        };
    }

    private char hex() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw unexpected("four hexadecimal digits");
            }
            code = code * 16 + digit;
        }
        return (char) code;
    }

    private void skip(char expected) {
        if (peek() != expected) {
            throw unexpected(String.valueOf(expected));
        }
        at++;
    }

    private char peek() {
        blanks();
        if (at == text.length()) {
            throw unexpected("more");
        }
        return text.charAt(at);
    }

    private char next() {
        if (at == text.length()) {
            throw unexpected("more");
        }
        return text.charAt(at++);
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private IllegalArgumentException unexpected(String expected) {
        return new IllegalArgumentException("at character " + at + ", where " + expected + " is expected");
    }
}
