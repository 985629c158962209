package dev.millrace.redis.internal.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The scripts that run on the server, each one step there. */
enum Script {
    ADD_ONCE,
    BACKLOGS,
    CLAIM,
    CREATE_GROUP,
    DEAD_LETTER,
    DELETE_GROUP,
    EXTENT,
    GROUPS,
    GROUP_FACTS,
    HAND_BACK,
    HOLD,
    LET_GO,
    PASS_ON,
    RELEASE,
    REMOVE_IDLE,
    RENEW,
    REQUEUE,
    SERVE,
    STAMP,
    TRIM,
    TRIM_UNACKED,
    WATERMARK;

    private final String source;
    private final String hash;

    Script() {
        this.source = read("scripts/" + name().toLowerCase(Locale.ROOT).replace('_', '-') + ".lua");
        this.hash = sha1(source);
    }

    String source() {
        return source;
    }

    /** What EVALSHA knows it by. */
    String hash() {
        return hash;
    }

    private static String read(String resource) {
        try (InputStream in = Script.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(
                        resource + " is missing from the jar of the Redis provider. Repair it.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(Resp.bytes(text)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-1; this one does not.", e);
        }
    }
}
