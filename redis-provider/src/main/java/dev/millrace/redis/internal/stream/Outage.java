package dev.millrace.redis.internal.stream;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.millrace.redis.internal.policy.Lease;

/**
 * Whether the server can be worked with, as all threads of a broker see it: one WARNING when it no longer
 * can, one INFO when it can again, and what that means for claims. Thread-safe.
 */
final class Outage {

    private static final System.Logger LOG = System.getLogger(Outage.class.getName());

    /** A server that comes and goes every second must not fill the log. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final Endpoint endpoint;
    private final Lease lease;
    private final Duration quiet;
    private final List<Runnable> whenOver = new CopyOnWriteArrayList<>();
    private volatile boolean going;
    private volatile long workedAt = System.nanoTime();
    private volatile long silentAt = workedAt;
    private volatile boolean told;
    private volatile int endings;
    private long toldAt;
    private volatile long claimsFrom = System.nanoTime();

    Outage(Endpoint endpoint, Lease lease) {
        this(endpoint, lease, QUIET);
    }

    /** With a quiet of its own between two outages that are told. */
    Outage(Endpoint endpoint, Lease lease, Duration quiet) {
        this.endpoint = endpoint;
        this.lease = lease;
        this.quiet = quiet;
        this.toldAt = System.nanoTime() - quiet.toNanos();
    }

    /** Runs something each time an outage ends, on the thread that noticed; must not block. */
    void whenOver(Runnable action) {
        whenOver.add(action);
    }

    void failed(StreamFailure failure) {
        if (going && told) {
            return;
        }
        synchronized (this) {
            going = true;
            // Later, if it is too soon after the last: an outage that stays must not stay untold.
            if (!told && System.nanoTime() - toldAt >= quiet.toNanos()) {
                told = true;
                toldAt = System.nanoTime();
                LOG.log(
                        Level.WARNING,
                        endpoint.named(failure.getMessage()) + ". Consumers pause and try again by themselves.");
                LOG.log(Level.DEBUG, "The failure behind it.", failure);
            }
        }
    }

    void worked() {
        long now = System.nanoTime();
        if (going) {
            end(now);
        }
        workedAt = now;
    }

    private void end(long now) {
        synchronized (this) {
            if (!going) {
                return;
            }
            Duration length = Duration.ofNanos(now - workedAt);
            claimsFrom = now + lease.graceAfter(length).toNanos();
            going = false;
            endings++;
            if (told) {
                told = false;
                // A connection that nobody used meanwhile turns out to be broken only now.
                toldAt = now;
                LOG.log(Level.INFO, "Redis at " + endpoint + " works again, after " + length.toMillis() + " ms.");
            }
        }
        whenOver.forEach(Runnable::run);
    }

    /** Somebody has waited for the server in vain; no failure yet, for it may only be slow. */
    void silent() {
        silentAt = System.nanoTime();
    }

    /** Whether nothing has worked since somebody waited in vain: others need not wait as long. */
    boolean isSilent() {
        return workedAt - silentAt < 0;
    }

    /** How many have ended. */
    int endings() {
        return endings;
    }

    boolean isGoing() {
        return going;
    }

    /** Whether what is idle may be taken from others: idle time ran on while nobody could renew. */
    boolean allowsClaims() {
        return !going && System.nanoTime() - claimsFrom >= 0;
    }
}
