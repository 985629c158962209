package dev.millrace;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: what is ill-formed is told, not replaced. */
final class Utf8 {

    private Utf8() {}

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
