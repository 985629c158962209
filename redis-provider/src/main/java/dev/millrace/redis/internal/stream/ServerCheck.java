package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.millrace.redis.internal.stream.StreamFailure.Refused;
import dev.millrace.redis.internal.stream.StreamFailure.ReplyLost;
import dev.millrace.redis.internal.stream.StreamFailure.Unreachable;

/**
 * Looks at a server before anything else is asked of it: one that is too old is refused, before it fails in
 * obscure ways, and one that may throw topics away is warned about.
 */
final class ServerCheck implements Wire.Source {

    private static final System.Logger LOG = System.getLogger(ServerCheck.class.getName());
    private static final Pattern VERSION = Pattern.compile("redis_version:((\\d+)\\.(\\d+)[^\\r\\n]*)");
    private static final Pattern LIMIT = Pattern.compile("maxmemory:[1-9]");

    /** Topics have no time to live, so the policies for keys that have one do them no harm. */
    private static final Pattern EVICTION = Pattern.compile("maxmemory_policy:(allkeys-[a-z]+)");

    private final Wire.Source wires;
    private final Endpoint endpoint;
    private final AtomicBoolean warned = new AtomicBoolean();

    ServerCheck(Wire.Source wires, Endpoint endpoint) {
        this.wires = wires;
        this.endpoint = endpoint;
    }

    @Override
    public Wire open(Duration timeout) {
        Wire wire = wires.open(timeout);
        try {
            refuseIfTooOld(info(wire, "server", timeout));
            warnOfEviction(info(wire, "memory", timeout));
            return wire;
        } catch (ReplyLost e) {
            wire.cut();
            throw new Unreachable("Redis at " + endpoint + " took the connection and did not answer", e);
        } catch (Unreachable e) {
            wire.cut();
            throw e;
        }
    }

    /** Nothing where the right to ask is missing, or the server is loading: then every command says so itself. */
    private String info(Wire wire, String section, Duration timeout) {
        try {
            wire.send(Resp.bytes("INFO"), Resp.bytes(section));
            return Resp.text(wire.receive(timeout));
        } catch (Refused e) {
            if (e.code().equals("NOAUTH")) {
                throw new Unreachable(
                        "Redis at " + endpoint + " wants a password. Give user and password in millrace.redis.url", e);
            }
            return "";
        }
    }

    private void refuseIfTooOld(String server) {
        Matcher version = VERSION.matcher(server);
        if (version.find()) {
            int major = Integer.parseInt(version.group(2));
            int minor = Integer.parseInt(version.group(3));
            if (major < 6 || (major == 6 && minor < 2)) {
                throw new Unreachable(
                        "Redis at " + endpoint + " is too old: 6.2 or later is needed (was " + version.group(1)
                                + "). Upgrade it",
                        null);
            }
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
}
