package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.TurnedAway;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;

/**
 * Looks at the server behind a new connection: refuses one that lacks what Millrace needs, before anything
 * else fails on it in obscure ways, and warns once of one that may throw topics away.
 */
final class ServerCheck {

    private static final System.Logger LOG = System.getLogger(ServerCheck.class.getName());

    private static final Pattern VERSION = Pattern.compile("redis_version:(\\d+)\\.(\\d+)[^\\r\\n]*");
    private static final Pattern LIMIT = Pattern.compile("maxmemory:[1-9]");

    /** Topics have no time to live, so the policies for keys that have one do them no harm. */
    private static final Pattern EVICTION = Pattern.compile("maxmemory_policy:(allkeys-[a-z]+)");

    private final Endpoint endpoint;
    private final AtomicBoolean warned = new AtomicBoolean();

    ServerCheck(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * The wire, if its server is Redis 6.2 or later, or does not say.
     *
     * @param timeout for all that is asked together
     * @throws Unreachable if it is not; the wire is cut
     */
    Wire passed(Wire wire, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            Matcher version = VERSION.matcher(info(wire, "server", deadline));
            if (version.find() && isTooOld(version)) {
                throw new Unreachable(
                        "Redis at " + endpoint + " is too old: 6.2 or later is needed (was "
                                + version.group().substring("redis_version:".length()) + "). Upgrade it.",
                        null);
            }
            if (!warned.get()) {
                warnOfEviction(info(wire, "memory", deadline));
            }
            return wire;
        } catch (Unreachable e) {
            wire.cut();
            throw e;
        }
    }

    /** Empty where the right to ask is missing, or the server has an error of its own for every command. */
    private String info(Wire wire, String section, long deadline) {
        try {
            Duration left = Duration.ofNanos(Math.max(1_000_000, deadline - System.nanoTime()));
            wire.send(Resp.bytes("INFO"), Resp.bytes(section));
            return Resp.text(wire.receive(left));
        } catch (Refused e) {
            if (e.code().equals("NOAUTH")) {
                throw new TurnedAway(
                        "Redis at " + endpoint
                                + " wants a password. Give user and password in millrace.redis.user and .password,"
                                + " or in millrace.redis.url.",
                        e);
            }
            if (ConnectFailure.isLastWord(e)) {
                throw ConnectFailure.of(endpoint, e);
            }
            return "";
        } catch (ReplyLost e) {
            throw ConnectFailure.afterConnecting(endpoint, e);
        }
    }

    private void warnOfEviction(String memory) {
        Matcher policy = EVICTION.matcher(memory);
        if (policy.find() && LIMIT.matcher(memory).find() && !warned.getAndSet(true)) {
            LOG.log(
                    Level.WARNING,
                    "Redis at " + endpoint + " may throw whole topics away when its memory is full (maxmemory-policy "
                            + policy.group(1) + "). Set maxmemory-policy noeviction.");
        }
    }

    private static boolean isTooOld(Matcher version) {
        int major = Integer.parseInt(version.group(1));
        return major < 6 || (major == 6 && Integer.parseInt(version.group(2)) < 2);
    }
}
