package dev.millrace;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: what is ill-formed is told, not replaced. */
final class Utf8 {

    private Utf8() {}

    static byte[] encode(String text) {
        int broken = halfPair(text);
        if (broken >= 0) {
            throw new IllegalArgumentException(
                    "A text of " + text.length() + " characters cannot be written as UTF-8 (half a surrogate pair at "
                            + broken + "). Publish it as bytes.");
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Where a text has half a surrogate pair; below zero where it has none. */
    static int halfPair(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (Character.charCount(text.codePointAt(i)) == 1) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new PayloadException(
                    "A payload of " + bytes.length + " bytes is not UTF-8 text. Read it as bytes.", e);
        }
    }
}
