package dev.millrace.redis.internal.stream;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;

/** Refuses servers that lack what Millrace needs, before anything else fails on them in obscure ways. */
final class ServerVersion {

    private static final Pattern VERSION = Pattern.compile("redis_version:(\\d+)\\.(\\d+)[^\\r\\n]*");

    private ServerVersion() {}

    /** The wire, if its server is Redis 6.2 or later, or does not say. */
    static Wire checked(Wire wire, Endpoint endpoint, Duration timeout) {
        String info;
        try {
            wire.send(Resp.bytes("INFO"), Resp.bytes("server"));
            info = Resp.text(wire.receive(timeout));
        } catch (Refused e) {
            return whenRefused(wire, endpoint, e);
        } catch (ReplyLost e) {
            throw new Unreachable("Redis at " + endpoint + " took the connection and did not answer.", e);
        }
        Matcher version = VERSION.matcher(info);
        if (version.find() && isTooOld(version)) {
            wire.cut();
            throw new Unreachable(
                    "Redis at " + endpoint + " is too old: 6.2 or later is needed (was "
                            + version.group().substring("redis_version:".length()) + "). Upgrade it.",
                    null);
        }
        return wire;
    }

    /** The right to ask may be missing, and a server that is loading has an error of its own for every command. */
    private static Wire whenRefused(Wire wire, Endpoint endpoint, Refused refusal) {
        if (refusal.code().equals("NOAUTH")) {
            wire.cut();
            throw new Unreachable(
                    "Redis at " + endpoint + " wants a password. Give user and password in millrace.redis.url.",
                    refusal);
        }
        return wire;
    }

    private static boolean isTooOld(Matcher version) {
        int major = Integer.parseInt(version.group(1));
        return major < 6 || (major == 6 && Integer.parseInt(version.group(2)) < 2);
    }
}
